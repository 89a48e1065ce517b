import type { Connector, CreateConnectorFn } from '@wagmi/core';
import { type Address, getAddress, SwitchChainError, UserRejectedRequestError } from 'viem';
import { isError } from '../../protocol/BaseError.js';
import type { Eip1193Provider } from '../Eip1193Provider.js';
import { REVOKE_TIMEOUT } from '../evmLimits.js';
import { switchProvider } from './switchProvider.js';
import { withDeadline } from './withDeadline.js';

export interface WalletConnectorOptions {
  readonly id: string;
  readonly name: string;
  readonly icon?: string | undefined;
  readonly rdns?: string | undefined;
  /** Wagmi's word for wallets of the page is 'injected'. */
  readonly type: 'injected' | 'sdk' | 'safe';
  /** The provider; for an SDK this loads it. */
  provider(): Promise<Eip1193Provider>;
}

/** What Latchkit's connectors have beyond wagmi's. */
export interface WalletConnectorProperties {
  /** Follows the wallet's events. */
  listen(): Promise<void>;
  /** Stops following them. */
  unlisten(): void;
}

/** Whether a wagmi connector is one of ours. */
export function isWalletConnector(connector: Connector): connector is Connector & WalletConnectorProperties {
  return 'listen' in connector;
}

/**
 * A wagmi connector for a wallet of the page, an SDK or a Safe. It differs from wagmi's `injected` in that it asks
 * only `eth_requestAccounts` to connect [CALL-50], never hangs on a wallet that forgets an event, and keeps no record
 * of its own.
 */
export function walletConnector(
  options: WalletConnectorOptions,
): CreateConnectorFn<Eip1193Provider, Record<string, unknown> & WalletConnectorProperties> {
  return ({ chains, emitter }) => {
    let following: { provider: Eip1193Provider; stop(): void } | undefined;
    const getProvider = () => options.provider();
    const ask = async (method: string) => (await getProvider()).request({ method });
    const getAccounts = async () => addresses(await ask('eth_accounts'));
    const getChainId = async () => Number(await ask('eth_chainId'));
    // A Safe is its own permission: the frame around the page granted it.
    const requestMethod = options.type === 'safe' ? 'eth_accounts' : 'eth_requestAccounts';

    const onAccountsChanged = (accounts: string[]) => {
      if (accounts.length > 0) emitter.emit('change', { accounts: addresses(accounts) });
      else onDisconnect();
    };
    const onChainChanged = (chainId: string) => emitter.emit('change', { chainId: Number(chainId) });
    const onDisconnect = async (error?: Error & { code?: number }) => {
      // MetaMask says 1013 while it reconnects to its chain: it is not the visitor who left.
      if (error?.code === 1013 && (await getAccounts().catch(() => [])).length > 0) return;
      unlisten();
      emitter.emit('disconnect');
    };
    const listen = async () => {
      const provider = await getProvider();
      if (following?.provider === provider) return;
      unlisten();
      following = follow(provider, {
        accountsChanged: onAccountsChanged,
        chainChanged: onChainChanged,
        disconnect: onDisconnect,
      });
    };
    const unlisten = () => {
      following?.stop();
      following = undefined;
    };

    return {
      id: options.id,
      name: options.name,
      icon: options.icon,
      rdns: options.rdns,
      type: options.type,
      getProvider,
      getAccounts,
      getChainId,
      onAccountsChanged,
      onChainChanged,
      onDisconnect,
      listen,
      unlisten,
      async connect({ isReconnecting } = {}) {
        const accounts = addresses(await ask(isReconnecting ? 'eth_accounts' : requestMethod));
        await listen();
        return { accounts: accounts as never, chainId: await getChainId() };
      },
      async disconnect() {
        unlisten();
        const provider = await getProvider();
        // Not every wallet knows the method, and some never answer it [TIME-21].
        await briefly(() =>
          provider.request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] }),
        );
        if (options.type === 'sdk') await briefly(() => (provider as Disconnectable).disconnect?.());
      },
      isAuthorized: async () => {
        const accounts = await getAccounts().catch(() => []);
        return accounts.length > 0;
      },
      ...(options.type === 'safe'
        ? {}
        : {
            switchChain: async ({ chainId }: { chainId: number }) => {
              const chain = chains.find(one => one.id === chainId);
              if (!chain) throw new SwitchChainError(new Error(`Chain ${chainId} is not configured.`));
              await switchProvider(await getProvider(), chain).catch(toViemError);
              emitter.emit('change', { chainId });
              return chain;
            },
          }),
    };
  };
}

interface Disconnectable extends Eip1193Provider {
  disconnect?(): unknown;
}

/** Asks for something that disconnecting does not depend on. */
async function briefly(ask: () => unknown): Promise<void> {
  await withDeadline(
    (async () => {
      await ask();
    })(),
    REVOKE_TIMEOUT,
    undefined,
  ).catch(() => {});
}

/** Checksummed addresses (EIP-55) out of a wallet's answer; throws when it is not a list of addresses. */
function addresses(answer: unknown): readonly Address[] {
  if (!Array.isArray(answer)) throw new TypeError('The wallet answered no list of accounts.');
  return answer.map(one => getAddress(String(one)));
}

/** Follows events of a provider, in whatever way it offers them. */
function follow(
  provider: Eip1193Provider,
  listeners: Readonly<Record<string, (...args: never[]) => void>>,
): { provider: Eip1193Provider; stop(): void } {
  const entries = Object.entries(listeners);
  for (const [event, listener] of entries) provider.on?.(event, listener);
  return {
    provider,
    stop() {
      for (const [event, listener] of entries) {
        if (provider.removeListener) provider.removeListener(event, listener);
        else provider.off?.(event, listener);
      }
    },
  };
}

/** Wagmi's hooks expect viem's errors. */
function toViemError(error: Error): never {
  if (isError(error, 'SWITCH_REJECTED')) throw new UserRejectedRequestError(error);
  throw new SwitchChainError(error);
}
