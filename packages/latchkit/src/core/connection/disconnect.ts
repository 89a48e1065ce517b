import { BaseError } from '../../protocol/BaseError.js';
import type { ChainNamespace } from '../../protocol/caip.js';
import { createError } from '../../protocol/errors.js';
import { reportError } from '../kernel/reportError.js';
import type { Latchkit } from '../Latchkit.js';
import { closeModal } from '../modal/closeModal.js';
import { forgetRecent } from '../wallets/recentWallets.js';
import type { Connection } from './account.js';
import { abortSecondary, getAttempts } from './secondaryConnections.js';
import { forgetConnection, remember } from './settleConnection.js';
import { allowsMultiWallet } from './switchConnection.js';
import { writeTabNews } from './tabRecord.js';
import { tellWatchers } from './watchConnection.js';

/** Which connections to end. Default: all. */
export interface DisconnectOptions {
  /** Default: every namespace. */
  readonly namespace?: ChainNamespace;
  /** Only this connector's connection; the others stay, and the one used last becomes active. Default: all. */
  readonly connectorId?: string;
  /** Keep the modal open. Default false. */
  readonly keepOpen?: boolean;
}

/**
 * Ends connections, at the wallet too if it supports that. Resets account, network, connector, provider and wallet info of each.
 *
 * @throws FAILED_TO_DISCONNECT if the wallet fails to disconnect; its connection then remains.
 *
 * @example
 * await disconnect(kit, { namespace: 'solana' });
 */
export async function disconnect(kit: Latchkit, options: DisconnectOptions = {}): Promise<void> {
  await endConnections(kit, options, { isFollowing: false });
}

/** How connections end. */
interface Ending {
  /** Another tab ended the connections, so other tabs are not notified. */
  readonly isFollowing: boolean;
  /** They are over, whatever the wallet says: the state does not wait for it. */
  readonly isGone?: boolean;
}

/** As {@link disconnect}. */
export async function endConnections(
  kit: Latchkit,
  options: DisconnectOptions,
  { isFollowing, isGone }: Ending,
): Promise<void> {
  abandonAttempts(kit, options);
  const namespaces = (Object.keys(kit.store.getState().namespaces) as ChainNamespace[]).filter(
    namespace => !options.namespace || namespace === options.namespace,
  );
  const { connections } = kit.store.getState();
  const ending = connections.filter(
    ({ namespace, connectorId }) =>
      namespaces.includes(namespace) && (!options.connectorId || connectorId === options.connectorId),
  );
  const results = (
    await Promise.all(
      namespaces.map(namespace => endAll(kit, namespace, ending, options.connectorId, isGone)),
    )
  ).flat();
  const failed = results.filter(({ cause }) => cause !== undefined);
  for (const { namespace, connectorId, cause } of isFollowing ? [] : results) {
    if (cause === undefined)
      writeTabNews(kit.kernel.storage, { change: 'disconnected', namespace, connectorId });
  }
  if (failed.length === 0) {
    if (!options.keepOpen) closeModal(kit, { force: true });
    return;
  }
  const error = disconnectError(failed, ending.length);
  for (const { namespace } of failed)
    kit.kernel.emit({ event: 'DISCONNECT_ERROR', namespace, code: error.code });
  reportError(kit, 'DISCONNECT', error);
  throw error;
}

interface Ended {
  readonly namespace: ChainNamespace;
  readonly connectorId: string;
  /** The wallet's error. */
  readonly cause?: unknown;
}

/** Ends connections of one namespace and publishes the result once, so that none becomes active in between. */
async function endAll(
  kit: Latchkit,
  namespace: ChainNamespace,
  ending: readonly Connection[],
  only: string | undefined,
  isGone = false,
): Promise<readonly Ended[]> {
  const adapter = kit.adapter(namespace);
  const mine = ending.filter(one => one.namespace === namespace);
  // More than the connection's: an embedded wallet has a second account, which may have been in use before.
  const { connection, account } = kit.store.getState().namespaces[namespace] ?? {};
  const lead = connection && 'connectorId' in connection ? connection.connectorId : undefined;
  if (isGone)
    for (const { connectorId } of mine) forgetConnection(kit, namespace, { type: 'ended', connectorId });
  const results = await Promise.all(
    mine.map(async ({ connectorId }): Promise<Ended> => {
      try {
        await adapter?.disconnect(connectorId);
        return { namespace, connectorId };
      } catch (cause) {
        return { namespace, connectorId, cause: cause ?? new Error('The wallet gave no reason.') };
      }
    }),
  );
  const ended = results.filter(({ cause }) => cause === undefined);
  if (!only && ended.length === results.length) {
    forgetConnection(kit, namespace, { type: 'reset' });
  } else {
    // End the active connection last, so that only a remaining connection becomes active after it.
    for (const { connectorId } of [...ended].reverse()) {
      forgetConnection(kit, namespace, { type: 'ended', connectorId });
    }
    followAdapter(kit, namespace);
  }
  const accounts = mine
    .filter(({ connectorId }) => ended.some(one => one.connectorId === connectorId))
    .flatMap(one => (one.connectorId === lead && account?.isConnected ? account.allAccounts : one.accounts))
    .map(({ address }) => address);
  tellWatchers(kit, { type: 'disconnected', namespace, accounts });
  for (const _ of ended) kit.kernel.emit({ event: 'DISCONNECT_SUCCESS', namespace });
  return results;
}

/** Makes the adapter's active connection the one that is active in the state. */
function followAdapter(kit: Latchkit, namespace: ChainNamespace): void {
  const lead = kit.store.getState().namespaces[namespace]?.connection;
  if (lead?.status !== 'connected') return;
  const { connectorId, accounts } = lead;
  // Code that reads the adapter's own state may lag behind; the connection exists either way.
  kit
    .adapter(namespace)
    ?.activate?.({ connectorId, address: accounts[0] })
    .catch(() => {});
}

/** Also ends connections that are still connecting or reconnecting. */
function abandonAttempts(kit: Latchkit, { namespace: only, connectorId }: DisconnectOptions): void {
  for (const [key, { connection }] of Object.entries(kit.store.getState().namespaces)) {
    const namespace = key as ChainNamespace;
    if (only && namespace !== only) continue;
    abortSecondary(kit, namespace, connectorId);
    const attempted = 'connectorId' in connection ? connection.connectorId : undefined;
    if (connectorId && connectorId !== attempted) continue;
    getAttempts(kit).get(namespace)?.abort();
    if (connection.status !== 'reconnecting') continue;
    const event = connectorId ? ({ type: 'ended', connectorId } as const) : ({ type: 'reset' } as const);
    forgetConnection(kit, namespace, event);
  }
}

function disconnectError(failed: readonly Ended[], ending: number): BaseError {
  const cause = failed[0]?.cause;
  if (ending === 1) return createError('FAILED_TO_DISCONNECT', { cause });
  const chains = [...new Set(failed.map(({ namespace }) => namespace))].join(', ');
  return new BaseError('FAILED_TO_DISCONNECT', `Failed to disconnect chains: ${chains}`, {
    cause,
    context: { chains },
  });
}

/** Which wallet to forget. */
export interface DeleteConnectionOptions {
  readonly connectorId: string;
  /** Default: the active namespace. */
  readonly namespace?: ChainNamespace;
}

/**
 * Forgets one wallet: ends its connection if it has one, and removes its stored records and its place among the recent wallets.
 * Other connections stay, and so does the modal.
 *
 * @throws MULTI_WALLET_NOT_ENABLED if the feature `multiWallet` is off (also raises an alert); FAILED_TO_DISCONNECT.
 *
 * @example
 * await deleteConnection(kit, { connectorId: 'io.metamask' });
 */
export async function deleteConnection(kit: Latchkit, options: DeleteConnectionOptions): Promise<void> {
  if (!allowsMultiWallet(kit)) throw createError('MULTI_WALLET_NOT_ENABLED');
  const { connectorId, namespace = kit.store.getState().activeNamespace } = options;
  await disconnect(kit, { connectorId, namespace, keepOpen: true });
  remember(kit, namespace, id => id !== connectorId);
  kit.kernel.set({ recentWalletIds: forgetRecent(kit.kernel.storage, connectorId) });
}
