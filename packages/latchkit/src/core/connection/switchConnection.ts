import type { ChainNamespace } from '../../protocol/caip.js';
import { catalogueError } from '../../protocol/errors.js';
import { raiseAlert } from '../kernel/alerts.js';
import type { Latchkit } from '../Latchkit.js';
import type { Connection } from './account.js';
import { applyConnectionEvent } from './chainState.js';
import { writeAccount } from './chosenAccount.js';
import { standing } from './connectionState.js';
import { getAttempts, restoreSecondary } from './secondaryConnections.js';
import { followLead, remember } from './settleConnection.js';

/** Which connection to make the active one. */
export interface SwitchConnectionOptions {
  readonly connectorId: string;
  /** Default: the active namespace. */
  readonly namespace?: ChainNamespace;
  /** Which of the wallet's accounts. Default: the one that was last active. */
  readonly address?: string;
}

/**
 * Makes another connected wallet, or another account of a wallet, active. Sends no request to a wallet; the active network
 * becomes that wallet's. Cancels a connect attempt of the namespace.
 *
 * @throws MULTI_WALLET_NOT_ENABLED if the feature `multiWallet` is off (also raises an alert); PROVIDER_NOT_FOUND if the wallet
 * is not connected; INVALID_ADDRESS if it has no such account.
 */
export async function switchConnection(kit: Latchkit, options: SwitchConnectionOptions): Promise<void> {
  if (!allowsMultiWallet(kit)) throw catalogueError('MULTI_WALLET_NOT_ENABLED');
  const { chains, activeNamespace } = kit.store.getState();
  const { connectorId, address, namespace = activeNamespace } = options;
  const chain = chains[namespace];
  const found = chain && standing(chain).find(one => one.connectorId === connectorId);
  if (!found) throw catalogueError('PROVIDER_NOT_FOUND', { context: { connectorId, namespace } });
  if (address && !found.accounts.includes(address)) {
    throw catalogueError('INVALID_ADDRESS', { context: { connectorId, namespace } });
  }
  getAttempts(kit).get(namespace)?.abort();
  lead(kit, namespace, connectorId, address);
  await kit.adapter(namespace)?.activate?.({ connectorId, address: address ?? found.accounts[0] });
}

function lead(kit: Latchkit, namespace: ChainNamespace, connectorId: string, address?: string): void {
  const { kernel } = kit;
  const before = kit.store.getState();
  kernel.set(
    state => applyConnectionEvent(state, namespace, { type: 'switched', connectorId, address }) ?? {},
  );
  // The wallet is already active in its namespace; only the namespace has to become active.
  kernel.set({ activeNamespace: namespace });
  const was = before.chains[namespace]?.connection;
  const is = kit.store.getState().chains[namespace]?.connection;
  if (address) writeAccount(kernel.storage, namespace, connectorId, address);
  remember(kit, namespace, () => true);
  if (is !== was && is?.status === 'connected') {
    kernel.emit({ event: 'ACCOUNT_CHANGED', namespace, address: is.accounts[0] });
  }
  followLead(kit, namespace);
  // The wallet that was being restored as the active one becomes a secondary connection.
  if (was?.status === 'reconnecting') void restoreSecondary(kit, namespace);
}

/** The visitor's wallets, for a list of several. */
export interface ConnectionList {
  /** The namespace's active connection. */
  readonly active: Connection | undefined;
  /** Other connected wallets, most recently active first. */
  readonly others: readonly Connection[];
  /** Ids of wallets that were used before, are available in this browser and are not connected; most recent first. */
  readonly recent: readonly string[];
}

const NOTHING: ConnectionList = { active: undefined, others: [], recent: [] };

/**
 * The wallets of a namespace: active, connected and recent. With the feature `multiWallet` off, the list is empty and the alert
 * 'Multi-Wallet Not Enabled' is raised; use `getConnections` for the one connection per namespace.
 *
 * @param namespace - Default: the active one.
 */
export function listConnections(
  kit: Latchkit,
  namespace: ChainNamespace = kit.store.getState().activeNamespace,
): ConnectionList {
  if (!allowsMultiWallet(kit)) return NOTHING;
  const { chains, connections, connectors, recentWalletIds } = kit.store.getState();
  const held = connections.filter(one => one.namespace === namespace);
  const isActive = chains[namespace]?.connection.status === 'connected';
  const here = connectors.flatMap(one => one.connectors ?? [one]).filter(({ chain }) => chain === namespace);
  return {
    active: isActive ? held[0] : undefined,
    others: isActive ? held.slice(1) : held,
    recent: recentWalletIds.filter(
      id => here.some(one => one.id === id) && !held.some(({ connectorId }) => connectorId === id),
    ),
  };
}

/** Whether several wallets may be connected; if not, raises the alert 'Multi-Wallet Not Enabled'. */
export function allowsMultiWallet(kit: Latchkit): boolean {
  const allowed = kit.store.getState().features.multiWallet;
  if (!allowed) raiseAlert(kit, 'MULTI_WALLET_NOT_ENABLED');
  return allowed;
}
