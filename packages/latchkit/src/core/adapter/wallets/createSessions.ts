import type { ChainId } from '../../../protocol/caip.js';
import { createError } from '../../../protocol/errors.js';
import type { AdapterConnection, AdapterHost } from '../ChainAdapter.js';
import type { CaipNetwork } from '../Network.js';
import type { AccountWallet, IsUsable, WalletAccount } from './AccountWallet.js';
import type { WalletSource } from './createWalletDiscovery.js';

/** The accounts of a wallet. */
export type AccountOf<Wallet> = Wallet extends AccountWallet<infer Account> ? Account : WalletAccount;

/** An existing connection of one wallet. */
export interface WalletSession<Wallet extends AccountWallet = AccountWallet> {
  readonly connectorId: string;
  readonly wallet: Wallet;
  /** Accounts that can be used on the network, in the wallet's order; never empty. */
  readonly accounts: readonly [AccountOf<Wallet>, ...AccountOf<Wallet>[]];
  /** The network in use. It is stored here because these wallets have no current chain. */
  readonly network: CaipNetwork;
}

/** The existing connections. Each follows its wallet's events. */
export interface WalletSessions<Wallet extends AccountWallet = AccountWallet> {
  find(connectorId: string): WalletSession<Wallet> | undefined;
  /** @throws CONNECTOR_CHAINS_MISMATCH when no account can be used on a network of the host. */
  open(
    source: Pick<WalletSource, 'connector'> & { readonly wallet: Wallet },
    accounts: readonly AccountOf<Wallet>[],
    chainId: ChainId | undefined,
  ): WalletSession<Wallet>;
  /**
   * Uses a connection on another network, with the wallet's accounts there if they have changed. Returns whether an account can be
   * used on it.
   */
  change(connectorId: string, network: CaipNetwork, accounts?: readonly AccountOf<Wallet>[]): boolean;
  /** Ends a connection without notifying the wallet. */
  close(connectorId: string): void;
  /** Ends all other connections. */
  closeOthers(connectorId: string): void;
}

interface Entry<Wallet extends AccountWallet> {
  session: WalletSession<Wallet>;
  /** All of the wallet's accounts, for any chain. */
  all: readonly AccountOf<Wallet>[];
  readonly stop: () => void;
}

export function createSessions<Wallet extends AccountWallet>(
  host: AdapterHost,
  isUsable: IsUsable<AccountOf<Wallet>>,
): WalletSessions<Wallet> {
  const sessions = new Map<string, Entry<Wallet>>();

  const usableAccounts = (accounts: readonly AccountOf<Wallet>[], wanted: ChainId | undefined) => {
    const networks = host.networks();
    const first = networks.filter(({ caipNetworkId }) => caipNetworkId === wanted);
    for (const network of [...first, ...networks]) {
      const [active, ...others] = accounts.filter(account => isUsable(account, network.caipNetworkId));
      if (active) return { accounts: [active, ...others], network } as const;
    }
    return undefined;
  };
  const close = (connectorId: string) => {
    sessions.get(connectorId)?.stop();
    sessions.delete(connectorId);
  };
  const onWalletChange = (connectorId: string, accounts: readonly AccountOf<Wallet>[]) => {
    const entry = sessions.get(connectorId);
    if (!entry) return;
    entry.all = accounts;
    const usable = usableAccounts(entry.all, entry.session.network.caipNetworkId);
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
      const usable = usableAccounts(accounts, chainId);
      if (!usable) {
        if (accounts.length === 0) throw new Error('The wallet returned no account.');
        throw createError('CONNECTOR_CHAINS_MISMATCH', { context: { connectorId: connector.id } });
      }
      close(connector.id);
      const session = { connectorId: connector.id, wallet, ...usable };
      const stop = wallet.follow(changed =>
        onWalletChange(connector.id, changed as readonly AccountOf<Wallet>[]),
      );
      sessions.set(connector.id, { session, all: accounts, stop });
      return session;
    },
    change(connectorId, network, accounts) {
      const entry = sessions.get(connectorId);
      if (entry && accounts) entry.all = accounts;
      const usable = entry && usableAccounts(entry.all, network.caipNetworkId);
      if (!entry || usable?.network.caipNetworkId !== network.caipNetworkId) return false;
      entry.session = { ...entry.session, ...usable };
      return true;
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
  const details = Object.fromEntries(
    accounts.flatMap(({ address, details }) => (details ? [[address, details]] : [])),
  );
  return {
    connectorId,
    accounts: [first.address, ...rest.map(({ address }) => address)],
    chainId: network.caipNetworkId,
    ...(Object.keys(details).length > 0 ? { details } : {}),
  };
}

function isSame(one: AdapterConnection, other: AdapterConnection): boolean {
  return one.chainId === other.chainId && one.accounts.join() === other.accounts.join();
}
