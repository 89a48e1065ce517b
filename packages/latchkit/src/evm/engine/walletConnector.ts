import type { Address, Chain } from 'viem';
import type { Eip1193Provider } from '../../core/adapter/Eip1193Provider.js';
import type { CreateWagmiConnector, WagmiConnector } from '../../core/adapter/WagmiConnector.js';
import { withDeadline } from '../../core/adapter/withDeadline.js';
import { isError } from '../../protocol/BaseError.js';
import { checksumAddress } from '../../protocol/checksumAddress.js';
import { UNRECOGNISED_CHAIN, USER_REJECTED } from '../errors/walletErrorCode.js';
import { REVOKE_TIMEOUT } from '../evmLimits.js';
import { switchProvider } from './switchProvider.js';

export interface WalletConnectorOptions {
  readonly id: string;
  readonly name: string;
  readonly icon?: string | undefined;
  readonly rdns?: string | undefined;
  /** Wagmi's word for wallets of the page is 'injected'. */
  readonly type: 'injected' | 'sdk' | 'safe';
  /** The provider; for an SDK this loads it. */
  provider(): Promise<Eip1193Provider>;
  /** Ends the connection at the wallet, for one that is not told so over its provider. */
  readonly end?: (() => Promise<void>) | undefined;
}

type Emitter = Parameters<CreateWagmiConnector>[0]['emitter'];

/** What Latchkit's connectors have beyond wagmi's. */
export interface WalletConnectorProperties {
  /** Follows the wallet's events. */
  listen(): Promise<void>;
  /** Stops following them. */
  unlisten(): void;
}

/** Whether a wagmi connector is one of ours. */
export function isWalletConnector(
  connector: WagmiConnector,
): connector is WagmiConnector & WalletConnectorProperties {
  return 'listen' in connector;
}

/**
 * A wagmi connector for a wallet of the page, an SDK or a Safe. It differs from wagmi's `injected` in that it asks
 * only `eth_requestAccounts` to connect [CALL-50], never hangs on a wallet that forgets an event, and keeps no record
 * of its own.
 */
export function walletConnector(
  options: WalletConnectorOptions,
): CreateWagmiConnector<Eip1193Provider, Record<string, unknown> & WalletConnectorProperties> {
  return ({ chains, emitter }) => {
    const getProvider = () => options.provider();
    const ask = async (method: string) => (await getProvider()).request({ method });
    const getAccounts = async () => addresses(await ask('eth_accounts'));
    const getChainId = async () => Number(await ask('eth_chainId'));
    // A Safe is its own permission: the frame around the page granted it.
    const requestMethod = options.type === 'safe' ? 'eth_accounts' : 'eth_requestAccounts';

    const { listen, unlisten, ...handlers } = followWallet(emitter, { getProvider, getAccounts });

    return {
      id: options.id,
      name: options.name,
      icon: options.icon,
      rdns: options.rdns,
      type: options.type,
      getProvider,
      getAccounts,
      getChainId,
      ...handlers,
      listen,
      unlisten,
      async connect({ isReconnecting } = {}) {
        const accounts = addresses(await ask(isReconnecting ? 'eth_accounts' : requestMethod));
        await listen();
        return { accounts: accounts as never, chainId: await getChainId() };
      },
      async disconnect() {
        unlisten();
        if (options.end) return options.end();
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
      // A Safe lives on one chain.
      ...(options.type === 'safe' ? {} : { switchChain: switching(chains, emitter, getProvider) }),
    };
  };
}

/** wagmi's own way to switch, for hosts that use its hooks. */
function switching(chains: readonly Chain[], emitter: Emitter, getProvider: () => Promise<Eip1193Provider>) {
  return async ({ chainId }: { chainId: number }) => {
    const chain = chains.find(one => one.id === chainId);
    if (!chain) throw switchError(new Error(`Chain ${chainId} is not configured.`));
    await switchProvider(await getProvider(), chain).catch((error: Error) => {
      throw switchError(error);
    });
    emitter.emit('change', { chainId });
    return chain;
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
  return answer.map(one => checksumAddress(String(one)));
}

/** Turns a wallet's events into wagmi's. */
function followWallet(
  emitter: Emitter,
  wallet: { getProvider(): Promise<Eip1193Provider>; getAccounts(): Promise<readonly Address[]> },
) {
  let following: { provider: Eip1193Provider; stop(): void } | undefined;
  const unlisten = () => {
    following?.stop();
    following = undefined;
  };
  const onDisconnect = async (error?: Error & { code?: number }) => {
    // MetaMask says 1013 while it reconnects to its chain: it is not the visitor who left.
    if (error?.code === 1013 && (await wallet.getAccounts().catch(() => [])).length > 0) return;
    unlisten();
    emitter.emit('disconnect');
  };
  const onAccountsChanged = (accounts: string[]) => {
    if (accounts.length > 0) emitter.emit('change', { accounts: addresses(accounts) });
    else void onDisconnect();
  };
  const onChainChanged = (chainId: string) => emitter.emit('change', { chainId: Number(chainId) });
  const listen = async () => {
    const provider = await wallet.getProvider();
    if (following?.provider === provider) return;
    unlisten();
    following = follow(provider, {
      accountsChanged: onAccountsChanged,
      chainChanged: onChainChanged,
      disconnect: onDisconnect,
    });
  };
  return { listen, unlisten, onAccountsChanged, onChainChanged, onDisconnect };
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

/** What wagmi's hooks tell a failed switch by: the name and the code of viem's errors. */
function switchError(cause: Error): Error {
  const refused = isError(cause, 'SWITCH_REJECTED');
  return Object.assign(new Error(cause.message, { cause }), {
    name: refused ? 'UserRejectedRequestError' : 'SwitchChainError',
    code: refused ? USER_REJECTED : UNRECOGNISED_CHAIN,
  });
}
