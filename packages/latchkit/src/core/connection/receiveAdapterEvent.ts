import type { ChainNamespace } from '../../protocol/caip.js';
import type { AdapterConnection, AdapterEvent } from '../adapter/ChainAdapter.js';
import type { Connector } from '../adapter/Connector.js';
import type { Latchkit } from '../Latchkit.js';
import { applyConnectionEvent } from './chainState.js';
import { readConnections } from './connectionRecords.js';
import { type ConnectionEvent, standing } from './connectionState.js';
import { restoreSecondary } from './secondaryConnections.js';
import { forgetConnection, settleConnection } from './settleConnection.js';

/** Applies an event of an adapter to the state. */
export function receiveAdapterEvent(kit: Latchkit, namespace: ChainNamespace, event: AdapterEvent): void {
  if (kit.kernel.signal.aborted) return;
  switch (event.type) {
    case 'connectors':
      list(kit, namespace, event.connectors);
      break;
    case 'connected':
      appear(kit, namespace, event.connection, event.further);
      break;
    case 'waiting':
      kit.kernel.set(state => applyConnectionEvent(state, namespace, event) ?? {});
      break;
    case 'changed':
      change(kit, namespace, event.connection);
      break;
    case 'disconnected':
      end(kit, namespace, event.connectorId);
  }
}

/** Restores a stored wallet that is announced after the reload stopped waiting for it. */
function list(kit: Latchkit, namespace: ChainNamespace, connectors: readonly Connector[]): void {
  const before = kit.store.getState().connectors.flatMap(one => one.connectors ?? [one]);
  kit.kernel.set(state => ({ connectors: mergeConnectors(state.connectors, namespace, connectors) }));
  const isNew = ({ id }: Connector) => !before.some(one => one.chain === namespace && one.id === id);
  const announced = connectors.filter(isNew).map(({ id }) => id);
  if (announced.length > 0) void restoreSecondary(kit, namespace, announced);
}

/** Handles a connection that core did not request. An attempt in flight takes precedence. */
function appear(
  kit: Latchkit,
  namespace: ChainNamespace,
  connection: AdapterConnection,
  further: boolean | undefined,
): void {
  const { namespaces, features } = kit.store.getState();
  const chain = namespaces[namespace];
  const keep = features.multiWallet;
  if (further && chain?.connection.status !== 'disconnected') {
    const order = readConnections(kit.kernel.storage)[namespace] ?? [];
    if (keep) put(kit, namespace, { type: 'restored', connection, order });
    return;
  }
  if (chain?.connection.status === 'connecting' || chain?.connection.status === 'reconnecting') return;
  put(kit, namespace, { type: 'appeared', connection, keep });
}

function put(
  kit: Latchkit,
  namespace: ChainNamespace,
  event: Extract<ConnectionEvent, { type: 'appeared' | 'restored' }>,
): void {
  const before = kit.store.getState().connections;
  kit.kernel.set(state => applyConnectionEvent(state, namespace, event) ?? {});
  if (kit.store.getState().connections === before) return;
  settleConnection(
    kit,
    namespace,
    event.connection,
    event.type === 'restored' ? { reconnected: true } : { keep: event.keep },
  );
}

function change(kit: Latchkit, namespace: ChainNamespace, connection: AdapterConnection): void {
  const before = kit.store.getState().namespaces[namespace]?.connection;
  kit.kernel.set(state => applyConnectionEvent(state, namespace, { type: 'changed', connection }) ?? {});
  const after = kit.store.getState().namespaces[namespace]?.connection;
  if (after === before || after?.status !== 'connected' || before?.status !== 'connected') return;
  settleConnection(kit, namespace, after, { changedFrom: before });
}

function end(kit: Latchkit, namespace: ChainNamespace, connectorId: string): void {
  const chain = kit.store.getState().namespaces[namespace];
  if (!chain || !standing(chain).some(one => one.connectorId === connectorId)) return;
  forgetConnection(kit, namespace, { type: 'ended', connectorId });
  kit.kernel.emit({ event: 'DISCONNECT_SUCCESS', namespace });
}

/**
 * Merges the connectors of all namespaces. A wallet that several namespaces report under one rdns or id is shown once and
 * contains its per-namespace connectors. The same applies to equal names if the wallet cannot have an rdns, as with Wallet
 * Standard.
 */
export function mergeConnectors(
  current: readonly Connector[],
  namespace: ChainNamespace,
  reported: readonly Connector[],
): readonly Connector[] {
  const others = current
    .flatMap(connector => connector.connectors ?? [connector])
    .filter(connector => connector.chain !== namespace);
  const merged: Connector[] = [];
  for (const connector of [...others, ...reported]) {
    const index = merged.findIndex(candidate => isSameWallet(candidate, connector));
    const found = merged[index];
    if (found) merged[index] = join(found, connector);
    else merged.push(connector);
  }
  return merged;
}

function isSameWallet(merged: Connector, connector: Connector): boolean {
  const inside = merged.connectors ?? [merged];
  if (inside.some(({ chain }) => chain === connector.chain)) return false;
  return inside.some(
    one =>
      one.id === connector.id ||
      (!!one.info?.rdns && one.info.rdns === connector.info?.rdns) ||
      isSameByName(one, connector),
  );
}

/** A name is as self-declared as an rdns; names are compared unless both wallets have an rdns. */
function isSameByName(one: Connector, other: Connector): boolean {
  const announced = one.type === 'ANNOUNCED' && other.type === 'ANNOUNCED';
  return announced && one.name === other.name && !(one.info?.rdns && other.info?.rdns);
}

function join(merged: Connector, connector: Connector): Connector {
  const connectors = [...(merged.connectors ?? [merged]), connector];
  const first = connectors[0] as Connector;
  return { ...first, type: 'MULTI_CHAIN', chains: connectors.flatMap(({ chains }) => chains), connectors };
}
