import type { ChainNamespace } from '../../protocol/caip.js';
import { instanceSlot } from '../kernel/Kernel.js';
import type { Latchkit } from '../Latchkit.js';
import { applyConnectionEvent } from './chainState.js';
import { withChosenAccount } from './chosenAccount.js';
import { readConnections } from './connectionRecords.js';
import { standing } from './connectionState.js';
import { settleConnection } from './settleConnection.js';

/**
 * Restores a namespace's stored connections that are not established, without a prompt or a visible attempt: secondary wallets
 * after a reload, and wallets announced late. Connections that a wallet does not confirm stay stored.
 *
 * @param among - Only these connectors. Default: all stored ones.
 */
export async function restoreSecondary(
  kit: Latchkit,
  namespace: ChainNamespace,
  among?: readonly string[],
): Promise<void> {
  const ids = restorable(kit, namespace).filter(id => !among || among.includes(id));
  await Promise.all(ids.map(id => restore(kit, namespace, id)));
}

function restorable(kit: Latchkit, namespace: ChainNamespace): readonly string[] {
  const { namespaces, features } = kit.store.getState();
  const chain = namespaces[namespace];
  const remembered = readConnections(kit.kernel.storage)[namespace] ?? [];
  if (!chain) return [];
  const { connection } = chain;
  // One connection per namespace: the last one, and only while none is connecting or connected.
  if (!features.multiWallet) return connection.status === 'disconnected' ? remembered.slice(0, 1) : [];
  const busy = new Set(standing(chain).map(({ connectorId }) => connectorId));
  if ('connectorId' in connection) busy.add(connection.connectorId);
  return remembered.filter(id => !busy.has(id));
}

async function restore(kit: Latchkit, namespace: ChainNamespace, connectorId: string): Promise<void> {
  const { storage } = kit.kernel;
  const attempts = getAttempts(kit);
  const key = secondaryKey(namespace, connectorId);
  if (attempts.has(key)) return;
  const controller = new AbortController();
  attempts.set(key, controller);
  const { signal } = controller;
  const answer = await kit
    .adapter(namespace)
    ?.reconnect(connectorId, { signal, role: 'further' })
    .catch(() => undefined);
  if (attempts.get(key) === controller) attempts.delete(key);
  if (!answer || signal.aborted || kit.kernel.signal.aborted) return;
  const connection = withChosenAccount(storage, namespace, answer);
  const order = readConnections(storage)[namespace] ?? [];
  kit.kernel.set(
    state => applyConnectionEvent(state, namespace, { type: 'restored', connection, order }) ?? {},
  );
  settleConnection(kit, namespace, connection, { reconnected: true });
}

const slot = /* @__PURE__ */ instanceSlot<Map<string, AbortController>>('attempts');

/**
 * Abort controllers of work in flight: by namespace for the connect or restore attempt in the state, and by namespace and
 * connector id (`eip155 io.wallet`) for secondary connections that are being restored. destroy() aborts them.
 */
export function getAttempts(kit: Latchkit): Map<string, AbortController> {
  const known = slot.get(kit);
  if (known) return known;
  const attempts = new Map<string, AbortController>();
  slot.set(kit, attempts);
  const { signal } = kit.kernel;
  const end = () => {
    for (const controller of attempts.values()) controller.abort(signal.reason);
  };
  signal.addEventListener('abort', end, { once: true });
  return attempts;
}

/** Aborts the restore of secondary connections of a namespace: of one connector, or of all. */
export function abortSecondary(kit: Latchkit, namespace: ChainNamespace, connectorId?: string): void {
  for (const [key, controller] of getAttempts(kit)) {
    if (connectorId ? key === secondaryKey(namespace, connectorId) : key.startsWith(`${namespace} `)) {
      controller.abort();
    }
  }
}

/** The key of a secondary connection in {@link getAttempts}. */
function secondaryKey(namespace: ChainNamespace, connectorId: string): string {
  return `${namespace} ${connectorId}`;
}

/** Drops all but the active connection of each namespace when the project disables `multiWallet`. Wallets aren't notified. */
export function dropSecondary(kit: Latchkit): void {
  for (const namespace of Object.keys(kit.store.getState().namespaces) as ChainNamespace[]) {
    abortSecondary(kit, namespace);
    kit.kernel.set(state => applyConnectionEvent(state, namespace, { type: 'alone' }) ?? {});
  }
}
