import type { ChainNamespace } from '../../protocol/caip.js';
import { mergeConnectors } from '../connectors/mergeConnectors.js';
import type { AdapterConnection, AdapterEvent } from '../contracts/ChainAdapter.js';
import type { Latchkit } from '../Latchkit.js';
import { applyConnectionEvent } from '../state/chainState.js';
import { forgetConnection, settleConnection } from './settleConnection.js';

/** Takes in what an adapter reports of its own accord. */
export function receiveAdapterEvent(kit: Latchkit, namespace: ChainNamespace, event: AdapterEvent): void {
  if (kit.kernel.signal.aborted) return;
  switch (event.type) {
    case 'connectors':
      kit.kernel.set(state => ({
        connectors: mergeConnectors(state.connectors, namespace, event.connectors),
      }));
      break;
    case 'connected':
      appear(kit, namespace, event.connection);
      break;
    case 'changed':
      change(kit, namespace, event.connection);
      break;
    case 'disconnected': {
      const before = kit.store.getState().chains[namespace]?.connection;
      if (before?.status !== 'connected' || before.connectorId !== event.connectorId) return;
      forgetConnection(kit, namespace, { type: 'ended', connectorId: event.connectorId });
      kit.kernel.emit({ event: 'DISCONNECT_SUCCESS', namespace });
    }
  }
}

/** A connection that core did not ask for. While an attempt of core's is in flight, that attempt's answer decides. */
function appear(kit: Latchkit, namespace: ChainNamespace, connection: AdapterConnection): void {
  const status = kit.store.getState().chains[namespace]?.connection.status;
  if (status === 'connecting' || status === 'reconnecting') return;
  kit.kernel.set(state => applyConnectionEvent(state, namespace, { type: 'appeared', connection }) ?? {});
  settleConnection(kit, namespace, connection, { reconnected: false });
}

function change(kit: Latchkit, namespace: ChainNamespace, connection: AdapterConnection): void {
  const before = kit.store.getState().chains[namespace]?.connection;
  if (before?.status !== 'connected' || before.connectorId !== connection.connectorId) return;
  kit.kernel.set(state => applyConnectionEvent(state, namespace, { type: 'changed', connection }) ?? {});
  if (kit.store.getState().chains[namespace]?.connection === before) return;
  settleConnection(kit, namespace, connection, { changedFrom: before });
}
