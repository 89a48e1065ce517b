import type { Address, Chain } from 'viem';
import { withDeadline } from '../../core/adapter/abortable.js';
import type { Eip1193Provider } from '../../core/adapter/ProviderOf.js';
import type { CreateWagmiConnector, WagmiConnector } from '../../core/adapter/WagmiConnector.js';
import { isError } from '../../protocol/BaseError.js';
import { readEvmChainId } from '../../protocol/readEvmChainId.js';
import { UNRECOGNISED_CHAIN, USER_REJECTED } from '../provider/errorCodes.js';
import { REVOKE_TIMEOUT, WALLET_READ_TIMEOUT } from '../provider/evmLimits.js';
import { readAddresses } from '../provider/readAddresses.js';
import { untilChainId } from '../provider/readChainId.js';

export interface WalletConnectorOptions {
  readonly id: string;
  readonly name: string;
  readonly icon?: string | undefined;
  readonly rdns?: string | undefined;
  /** wagmi's type for wallets in the page is 'injected'. */
  readonly type: 'injected' | 'sdk' | 'safe';
  /** Returns the provider; for an SDK, loads it. */
  provider(): Promise<Eip1193Provider>;
  /** Ends the connection at the wallet, if that is not possible over its provider. */
  readonly end?: (() => Promise<void>) | undefined;
}

type Emitter = Parameters<CreateWagmiConnector>[0]['emitter'];

/** What Latchkit's connectors have in addition to wagmi's. */
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
 * A wagmi connector for a wallet in the page, an SDK or a Safe. Unlike wagmi's `injected` it only uses
 * `eth_requestAccounts` to connect, never hangs on a wallet that omits an event, and stores nothing.
 */
export function walletConnector(
  options: WalletConnectorOptions,
): CreateWagmiConnector<Eip1193Provider, Record<string, unknown> & WalletConnectorProperties> {
  return ({ chains, emitter }) => {
    const getProvider = () => options.provider();
    const ask = async (method: string) => (await getProvider()).request({ method });
    const getAccounts = async () => addresses(await ask('eth_accounts'));
    const getChainId = async () => untilChainId(await getProvider());
    // A Safe needs no permission: its frame around the page granted it.
    const requestMethod = options.type === 'safe' ? 'eth_accounts' : 'eth_requestAccounts';

    const { listen, unlisten, ...handlers } = followWallet(emitter, { getProvider, getAccounts, getChainId });

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
        // Locked, asleep or slow: the wallet may have approved accounts all the same.
        const silent = () => withDeadline(getAccounts(), WALLET_READ_TIMEOUT, []).catch(() => []);
        const accounts = await (isReconnecting ? silent() : ask(requestMethod).then(addresses));
        await listen();
        return { accounts: accounts as never, chainId: await getChainId() };
      },
      async disconnect() {
        unlisten();
        if (options.end) return options.end();
        const provider = await getProvider();
        // Some wallets don't support the method, and some never respond to it.
        await briefly(() =>
          provider.request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] }),
        );
        if (options.type === 'sdk') await briefly(() => (provider as Disconnectable).disconnect?.());
      },
      isAuthorized: async () => {
        const accounts = await getAccounts().catch(() => []);
        return accounts.length > 0;
      },
      // A Safe exists on one chain only.
      ...(options.type === 'safe' ? {} : { switchChain: switching(chains, emitter, getProvider) }),
    };
  };
}

/** wagmi's way to switch, for hosts that use its hooks. */
function switching(chains: readonly Chain[], emitter: Emitter, getProvider: () => Promise<Eip1193Provider>) {
  return async ({ chainId }: { chainId: number }) => {
    const chain = chains.find(one => one.id === chainId);
    if (!chain) throw switchError(new Error(`Chain ${chainId} is not configured.`));
    try {
      // Its code loads with the first switch: connecting needs none.
      const { switchProvider } = await import('../provider/switchProvider.js');
      await switchProvider(await getProvider(), chain);
    } catch (error) {
      throw switchError(error as Error);
    }
    emitter.emit('change', { chainId });
    return chain;
  };
}

interface Disconnectable extends Eip1193Provider {
  disconnect?(): unknown;
}

/** Sends a request on which disconnecting does not depend. */
async function briefly(ask: () => unknown): Promise<void> {
  await withDeadline(
    (async () => {
      await ask();
    })(),
    REVOKE_TIMEOUT,
    undefined,
  ).catch(() => {});
}

/** Returns the addresses of a wallet's response; throws if it is not a list. */
function addresses(answer: unknown): readonly Address[] {
  const found = readAddresses(answer);
  if (!found) throw new TypeError('The wallet did not return a list of accounts.');
  return found;
}

/** Converts a wallet's events to wagmi's. */
function followWallet(
  emitter: Emitter,
  wallet: {
    getProvider(): Promise<Eip1193Provider>;
    getAccounts(): Promise<readonly Address[]>;
    getChainId(): Promise<number>;
  },
) {
  let following: { provider: Eip1193Provider; stop(): void } | undefined;
  const unlisten = () => {
    following?.stop();
    following = undefined;
  };
  const onDisconnect = async (error?: (Error & { code?: number }) | null) => {
    // MetaMask emits 1013 while it reconnects to its chain; the visitor did not disconnect.
    if (error?.code === 1013 && (await wallet.getAccounts().catch(() => [])).length > 0) return;
    unlisten();
    emitter.emit('disconnect');
  };
  // An event that says nothing is still a sign that something changed, so the wallet is asked.
  const onAccountsChanged = async (told: unknown) => {
    const named = readAddresses(told);
    if (named?.length === 0 && Array.isArray(told) && told.length === 0) return onDisconnect();
    const accounts = named?.length ? named : await wallet.getAccounts().catch(() => []);
    if (accounts.length > 0) emitter.emit('change', { accounts });
  };
  const onChainChanged = async (told: unknown) => {
    const chainId = readEvmChainId(told) ?? (await wallet.getChainId().catch(() => undefined));
    if (chainId !== undefined) emitter.emit('change', { chainId });
  };
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

/** Subscribes to a provider's events through whichever methods it has. */
function follow(
  provider: Eip1193Provider,
  listeners: Readonly<Record<string, (...args: never[]) => void>>,
): { provider: Eip1193Provider; stop(): void } {
  const each = (method: 'on' | 'off' | 'removeListener') => {
    for (const [event, listener] of Object.entries(listeners)) {
      try {
        provider[method]?.(event, listener);
      } catch {
        // Some wallets have the method and no events: the connection does not depend on them.
      }
    }
  };
  each('on');
  return { provider, stop: () => each(provider.removeListener ? 'removeListener' : 'off') };
}

/** Creates the error by which wagmi's hooks recognize a failed switch: viem's names and codes. */
function switchError(cause: Error): Error {
  const refused = isError(cause, 'SWITCH_REJECTED');
  return Object.assign(new Error(cause.message, { cause }), {
    name: refused ? 'UserRejectedRequestError' : 'SwitchChainError',
    code: refused ? USER_REJECTED : UNRECOGNISED_CHAIN,
  });
}
