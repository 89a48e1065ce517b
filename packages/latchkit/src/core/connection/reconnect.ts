import type { ChainNamespace } from '../../protocol/caip.js';
import type { Latchkit } from '../Latchkit.js';
import { applyConnectionEvent } from './chainState.js';
import { withChosenAccount } from './chosenAccount.js';
import { getAttempts, restoreSecondary } from './secondaryConnections.js';
import { followLead, remember, settleConnection } from './settleConnection.js';

/**
 * Restores the stored connections without a prompt. A namespace is 'disconnected' if its wallet is missing, no longer authorises
 * the page, or fails; its record is kept for when the wallet is announced later, or for the next visit. With several wallets
 * allowed, the others are restored beside the active one.
 */
export async function reconnect(kit: Latchkit): Promise<void> {
  const active = Promise.all(namespacesOf(kit).map(namespace => restore(kit, namespace)));
  if (kit.store.getState().features.multiWallet) await reconnectFurther(kit);
  await active;
}

/** Restores the secondary connections of every namespace. */
export async function reconnectFurther(kit: Latchkit): Promise<void> {
  await Promise.all(namespacesOf(kit).map(namespace => restoreSecondary(kit, namespace)));
}

function namespacesOf(kit: Latchkit): readonly ChainNamespace[] {
  return Object.keys(kit.store.getState().namespaces) as ChainNamespace[];
}

async function restore(kit: Latchkit, namespace: ChainNamespace): Promise<void> {
  const chain = kit.store.getState().namespaces[namespace];
  if (chain?.connection.status !== 'reconnecting') return;
  const { connectorId, attempt } = chain.connection;
  const controller = new AbortController();
  getAttempts(kit).set(namespace, controller);
  const request = { chainId: chain.network.caipNetworkId, signal: controller.signal };
  const answer = await kit
    .adapter(namespace)
    ?.reconnect(connectorId, request)
    .catch(() => undefined);
  if (getAttempts(kit).get(namespace) === controller) getAttempts(kit).delete(namespace);
  const current = kit.store.getState().namespaces[namespace]?.connection;
  const superseded = current?.status !== 'reconnecting' || current.attempt !== attempt;
  if (superseded) return;
  if (!answer) {
    kit.kernel.set(state => applyConnectionEvent(state, namespace, { type: 'failed', attempt }) ?? {});
    // A wallet that was restored meanwhile is active now, so store it first.
    remember(kit, namespace, () => true);
    followLead(kit, namespace);
    return;
  }
  const connection = withChosenAccount(kit.kernel.storage, namespace, answer);
  kit.kernel.set(
    state =>
      applyConnectionEvent(state, namespace, { type: 'answered', attempt, connection, keep: true }) ?? {},
  );
  settleConnection(kit, namespace, connection, { reconnected: true });
}
