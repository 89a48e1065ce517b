import type { ChainNamespace } from '../../protocol/caip.js';
import { createError } from '../../protocol/errors.js';
import { raiseAlert } from '../kernel/alerts.js';
import type { Latchkit } from '../Latchkit.js';
import { getConnections, type ReadOptions } from './account.js';
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
 *
 * @example
 * await switchConnection(kit, { connectorId: 'io.metamask', namespace: 'eip155' });
 */
export async function switchConnection(kit: Latchkit, options: SwitchConnectionOptions): Promise<void> {
  if (!allowsMultiWallet(kit)) throw createError('MULTI_WALLET_NOT_ENABLED');
  const { namespaces, activeNamespace } = kit.store.getState();
  const { connectorId, address, namespace = activeNamespace } = options;
  const chain = namespaces[namespace];
  const found = chain && standing(chain).find(one => one.connectorId === connectorId);
  if (!found) throw createError('PROVIDER_NOT_FOUND', { context: { connectorId, namespace } });
  if (address && !found.accounts.includes(address)) {
    throw createError('INVALID_ADDRESS', { context: { connectorId, namespace } });
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
  const was = before.namespaces[namespace]?.connection;
  const is = kit.store.getState().namespaces[namespace]?.connection;
  if (address) writeAccount(kernel.storage, namespace, connectorId, address);
  remember(kit, namespace, () => true);
  if (is !== was && is?.status === 'connected') {
    kernel.emit({ event: 'ACCOUNT_CHANGED', namespace, address: is.accounts[0] });
  }
  followLead(kit, namespace);
  // The wallet that was being restored as the active one becomes a secondary connection.
  if (was?.status === 'reconnecting') void restoreSecondary(kit, namespace);
}

/**
 * Ids of a namespace's wallets that were used before, are available in this browser and are not connected; most recent first. With
 * the feature `multiWallet` off, the list is empty and the alert 'Multi-Wallet Not Enabled' is raised.
 *
 * @example
 * const recent = getRecentConnectors(kit, { namespace: 'eip155' });
 */
export function getRecentConnectors(kit: Latchkit, options: ReadOptions = {}): readonly string[] {
  if (!allowsMultiWallet(kit)) return [];
  const { activeNamespace, connectors, recentWalletIds } = kit.store.getState();
  const { namespace = activeNamespace } = options;
  const connected = getConnections(kit, { namespace }).map(({ connectorId }) => connectorId);
  const available = connectors
    .flatMap(one => one.connectors ?? [one])
    .filter(({ chain }) => chain === namespace)
    .map(({ id }) => id);
  return recentWalletIds.filter(id => available.includes(id) && !connected.includes(id));
}

/** Whether several wallets may be connected; if not, raises the alert 'Multi-Wallet Not Enabled'. */
export function allowsMultiWallet(kit: Latchkit): boolean {
  const allowed = kit.store.getState().features.multiWallet;
  if (!allowed) {
    const details = "Turn on the feature multiWallet in the project's configuration.";
    raiseAlert(kit, 'MULTI_WALLET_NOT_ENABLED', details);
  }
  return allowed;
}
