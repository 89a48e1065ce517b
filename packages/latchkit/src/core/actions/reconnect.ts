import type { ChainNamespace } from '../../protocol/caip.js';
import { settleConnection } from '../adapters/settleConnection.js';
import type { Latchkit } from '../Latchkit.js';
import { applyConnectionEvent } from '../state/chainState.js';
import { DISCONNECTED } from '../state/connectionState.js';

/**
 * Restores the stored connections, without a prompt. A namespace whose wallet is not there, no longer authorises the
 * page, or fails reads 'disconnected' [STATE-09]; its record is kept for the next visit.
 */
export async function reconnect(kit: Latchkit): Promise<void> {
  const namespaces = Object.keys(kit.store.getState().chains) as ChainNamespace[];
  await Promise.all(namespaces.map(namespace => restore(kit, namespace)));
}

async function restore(kit: Latchkit, namespace: ChainNamespace): Promise<void> {
  const chain = kit.store.getState().chains[namespace];
  if (chain?.connection.status !== 'reconnecting') return;
  const { connectorId, attempt } = chain.connection;
  const controller = new AbortController();
  kit.kernel.attempts.set(namespace, controller);
  const request = { networkId: chain.network.caipNetworkId, signal: controller.signal };
  const connection = await kit
    .adapter(namespace)
    ?.reconnect(connectorId, request)
    .catch(() => undefined);
  if (kit.kernel.attempts.get(namespace) === controller) kit.kernel.attempts.delete(namespace);
  const current = kit.store.getState().chains[namespace]?.connection;
  const superseded = current?.status !== 'reconnecting' || current.attempt !== attempt;
  if (superseded) return;
  if (!connection) {
    kit.kernel.set(
      state =>
        applyConnectionEvent(state, namespace, { type: 'failed', attempt, previous: DISCONNECTED }) ?? {},
    );
    return;
  }
  kit.kernel.set(
    state => applyConnectionEvent(state, namespace, { type: 'answered', attempt, connection }) ?? {},
  );
  settleConnection(kit, namespace, connection, { reconnected: true });
}
