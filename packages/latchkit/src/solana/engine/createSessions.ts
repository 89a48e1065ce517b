import type { AdapterConnection, AdapterHost } from '../../core/adapter/ChainAdapter.js';
import type { CaipNetwork } from '../../core/adapter/Network.js';
import type { StandardWallet } from '../../core/adapter/ProviderOf.js';
import type { ChainId } from '../../protocol/caip.js';
import { createError } from '../../protocol/errors.js';
import { walletChain } from '../chain/walletChain.js';
import type { WalletSource } from '../discovery/createDiscovery.js';
import { callFeature } from './callFeature.js';
import { readAccounts, type WalletAccount } from './readAccounts.js';

/** An existing connection of one wallet. */
export interface WalletSession {
  readonly connectorId: string;
  readonly wallet: StandardWallet;
  /** Accounts that can be used on the network, in the wallet's order; never empty. */
  readonly accounts: readonly [WalletAccount, ...WalletAccount[]];
  /** The network in use. It is stored here because Solana wallets have no current chain. */
  readonly network: CaipNetwork;
}

/** The existing connections. Each follows its wallet's events. */
export interface WalletSessions {
  find(connectorId: string): WalletSession | undefined;
  /** @throws CONNECTOR_CHAINS_MISMATCH when no account can be used on a network of the host. */
  open(
    source: Pick<WalletSource, 'connector'> & { readonly wallet: StandardWallet },
    accounts: readonly WalletAccount[],
    chainId: ChainId | undefined,
  ): WalletSession;
  change(connectorId: string, network: CaipNetwork): void;
  /** Ends a connection without notifying the wallet. */
  close(connectorId: string): void;
  /** Ends all other connections. */
  closeOthers(connectorId: string): void;
}

interface Entry {
  session: WalletSession;
  /** All of the wallet's accounts, for any chain. */
  all: readonly WalletAccount[];
  readonly stop: () => void;
}

export function createSessions(host: AdapterHost): WalletSessions {
  const sessions = new Map<string, Entry>();

  const close = (connectorId: string) => {
    sessions.get(connectorId)?.stop();
    sessions.delete(connectorId);
  };
  const onWalletChange = (connectorId: string, change: unknown) => {
    const entry = sessions.get(connectorId);
    if (!entry) return;
    const { wallet, network } = entry.session;
    entry.all = changedAccounts(wallet, change);
    const usable = usableAccounts(host, entry.all, network.caipNetworkId);
    if (!usable) {
      close(connectorId);
      host.report({ type: 'disconnected', connectorId });
      return;
    }
    const before = toConnection(entry.session);
    entry.session = { ...entry.session, ...usable };
    const connection = toConnection(entry.session);
    if (!isSame(before, connection)) host.report({ type: 'changed', connection });
  };
  host.signal.addEventListener('abort', () => [...sessions.keys()].forEach(close), { once: true });

  return {
    find: connectorId => sessions.get(connectorId)?.session,
    open({ connector, wallet }, accounts, chainId) {
      const usable = usableAccounts(host, accounts, chainId);
      if (!usable) {
        if (accounts.length === 0) throw new Error('The wallet returned no account.');
        throw createError('CONNECTOR_CHAINS_MISMATCH', { context: { connectorId: connector.id } });
      }
      close(connector.id);
      const session = { connectorId: connector.id, wallet, ...usable };
      const stop = follow(wallet, change => onWalletChange(connector.id, change));
      sessions.set(connector.id, { session, all: accounts, stop });
      return session;
    },
    change(connectorId, network) {
      const entry = sessions.get(connectorId);
      const usable = entry && usableAccounts(host, entry.all, network.caipNetworkId);
      if (entry && usable) entry.session = { ...entry.session, ...usable };
    },
    close,
    closeOthers(connectorId) {
      for (const other of [...sessions.keys()]) if (other !== connectorId) close(other);
    },
  };
}

/** Converts a session to core's form. */
export function toConnection({ connectorId, accounts, network }: WalletSession): AdapterConnection {
  const [first, ...rest] = accounts;
  return {
    connectorId,
    accounts: [first.address, ...rest.map(({ address }) => address)],
    chainId: network.caipNetworkId,
  };
}

/** Returns the accounts usable on the wanted network, else on the host's first network that has any. */
function usableAccounts(
  host: AdapterHost,
  accounts: readonly WalletAccount[],
  wanted: ChainId | undefined,
): Pick<WalletSession, 'accounts' | 'network'> | undefined {
  const networks = host.networks();
  const first = networks.filter(({ caipNetworkId }) => caipNetworkId === wanted);
  for (const network of [...first, ...networks]) {
    const [active, ...others] = accounts.filter(({ chains }) => walletChain(chains, network.caipNetworkId));
    if (active) return { accounts: [active, ...others], network };
  }
  return undefined;
}

/** Subscribes to a wallet; returns a function that unsubscribes. A wallet without events never changes. */
function follow(wallet: StandardWallet, listener: (change: unknown) => void): () => void {
  try {
    const stop = callFeature(wallet, 'standard:events', 'change', listener);
    return () => {
      if (typeof stop === 'function') stop();
    };
  } catch {
    return () => {};
  }
}

function changedAccounts(wallet: StandardWallet, change: unknown): readonly WalletAccount[] {
  try {
    const told = (change as { readonly accounts?: unknown } | undefined)?.accounts;
    return readAccounts(told ?? wallet.accounts);
  } catch {
    return [];
  }
}

function isSame(one: AdapterConnection, other: AdapterConnection): boolean {
  return one.chainId === other.chainId && one.accounts.join() === other.accounts.join();
}
