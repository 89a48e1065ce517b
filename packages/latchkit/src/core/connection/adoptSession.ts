import type { ChainNamespace } from '../../protocol/caip.js';
import type { Latchkit } from '../Latchkit.js';
import { applyConnectionEvent } from './chainState.js';
import { readConnections } from './connectionRecords.js';
import { standing } from './connectionState.js';
import { settleConnection } from './settleConnection.js';

/**
 * Adds connections that a session of the instance's own wallets covers without a connect call: further namespaces of one approval
 * or login, and a session that was approved while the page was closed. A namespace in which the visitor uses another wallet is
 * left alone, unless several wallets may be connected.
 */
export async function adoptSession(
  kit: Latchkit,
  connectorId: string,
  namespaces: readonly ChainNamespace[],
): Promise<void> {
  // A fast client may be ready before the adapters are.
  await kit.kernel.start('restore');
  const { activeNamespace } = kit.store.getState();
  const first = namespaces.filter(namespace => namespace === activeNamespace);
  for (const namespace of new Set([...first, ...namespaces])) {
    if (isFree(kit, connectorId, namespace)) await adopt(kit, connectorId, namespace);
  }
}

function isFree(kit: Latchkit, wanted: string, namespace: ChainNamespace): boolean {
  const { namespaces, features } = kit.store.getState();
  const chain = namespaces[namespace];
  if (!chain || !kit.adapter(namespace)) return false;
  const { status } = chain.connection;
  if (status === 'disconnected') return true;
  return (
    status === 'connected' &&
    features.multiWallet &&
    !standing(chain).some(({ connectorId }) => connectorId === wanted)
  );
}

async function adopt(kit: Latchkit, connectorId: string, namespace: ChainNamespace): Promise<void> {
  const { kernel } = kit;
  const chain = kit.store.getState().namespaces[namespace];
  const request = {
    chainId: chain?.network.caipNetworkId,
    signal: kernel.signal,
    role: 'further',
  } as const;
  const connection = await kit
    .adapter(namespace)
    ?.reconnect(connectorId, request)
    .catch(() => undefined);
  // The visitor may have chosen another wallet meanwhile.
  if (!connection || kernel.signal.aborted || !isFree(kit, connectorId, namespace)) return;
  const order = readConnections(kernel.storage)[namespace] ?? [];
  kernel.set(state => applyConnectionEvent(state, namespace, { type: 'restored', connection, order }) ?? {});
  settleConnection(kit, namespace, connection, { keep: true });
}
