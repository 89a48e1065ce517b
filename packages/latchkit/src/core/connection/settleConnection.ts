import type { ChainNamespace } from '../../protocol/caip.js';
import type { AdapterConnection } from '../adapter/ChainAdapter.js';
import { instanceSlot } from '../kernel/Kernel.js';
import { writeNamespace } from '../kernel/storedRecord.js';
import type { Latchkit } from '../Latchkit.js';
import { currentView, routeModal } from '../modal/modalState.js';
import { applyConnectionEvent } from './chainState.js';
import { readConnections, writeConnections, writeNetwork } from './connectionRecords.js';
import { type ConnectedState, type ConnectionEvent, standing } from './connectionState.js';
import { writeTabNews } from './tabRecord.js';
import { tellWatchers } from './watchConnection.js';

/** How a connection was established: newly connected (beside or instead of the others), restored, or changed by its wallet. */
type Came =
  | { readonly keep: boolean }
  | { readonly reconnected: true }
  | { readonly changedFrom: ConnectedState };

const chosenNetworks = /* @__PURE__ */ instanceSlot<readonly ChainNamespace[]>('chosenNetworks');

/** Notes that the host or the visitor chose the network of a namespace. */
export function noteChosenNetwork(kit: Latchkit, namespace: ChainNamespace): void {
  chosenNetworks.set(kit, [...(chosenNetworks.get(kit) ?? []), namespace]);
}

/** Whether the network of a namespace was chosen since the page loaded; else it comes from an earlier visit or the options. */
export function isNetworkChosen(kit: Latchkit, namespace: ChainNamespace): boolean {
  return chosenNetworks.get(kit)?.includes(namespace) === true;
}

/** Stores and announces a connection that was established or has changed. */
export function settleConnection(
  kit: Latchkit,
  namespace: ChainNamespace,
  connection: AdapterConnection,
  how: Came,
): void {
  const { kernel } = kit;
  const { connectorId, chainId } = connection;
  const address = connection.accounts[0];
  // Wallets may respond in any order; restored connections keep their stored order.
  const isKnown = 'reconnected' in how && readConnections(kernel.storage)[namespace]?.includes(connectorId);
  if (!isKnown) remember(kit, namespace, id => !('keep' in how) || how.keep || id === connectorId);
  if ('changedFrom' in how) {
    if (how.changedFrom.accounts[0] !== address)
      kernel.emit({ event: 'ACCOUNT_CHANGED', namespace, address });
    if (how.changedFrom.chainId !== chainId) kernel.emit({ event: 'SWITCH_NETWORK', chainId });
  } else {
    const reconnected = 'reconnected' in how;
    if (!reconnected) writeTabNews(kernel.storage, { change: 'connected', namespace, connectorId });
    kernel.emit({ event: 'CONNECT_SUCCESS', namespace, connectorId, address, reconnected });
  }
  const lead = kit.store.getState().namespaces[namespace]?.connection;
  if (lead?.status === 'connected' && lead.connectorId === connectorId) followLead(kit, namespace);
}

/** Updates dependents after the active connection, account or network of a namespace changed. */
export function followLead(kit: Latchkit, namespace: ChainNamespace): void {
  const { namespaces, activeNamespace } = kit.store.getState();
  const { connection } = namespaces[namespace] ?? {};
  if (connection?.status !== 'connected') return;
  const { storage } = kit.kernel;
  writeNetwork(storage, namespace, connection.chainId);
  writeNamespace(storage, activeNamespace);
  showUnsupported(kit, namespace);
  afterFrame(() => tellWatchers(kit, { type: 'activeAccount', namespace }));
}

/** Removes one or all connections of a namespace from the state and from storage. */
export function forgetConnection(kit: Latchkit, namespace: ChainNamespace, event: ConnectionEvent): void {
  const { kernel } = kit;
  const before = kit.store.getState().namespaces[namespace]?.connection;
  kernel.set(state => applyConnectionEvent(state, namespace, event) ?? {});
  tellWatchers(kit, { type: 'forgotten', namespace });
  remember(kit, namespace, id => event.type === 'ended' && id !== event.connectorId);
  const { namespaces, activeNamespace } = kit.store.getState();
  const after = namespaces[namespace]?.connection;
  if (after === before) return;
  if (after?.status === 'connected') {
    kernel.emit({ event: 'ACCOUNT_CHANGED', namespace, address: after.accounts[0] });
    followLead(kit, namespace);
  }
  writeNamespace(kernel.storage, activeNamespace);
}

/**
 * Stores a namespace's connections, the active one first, followed by the `wanted` stored ones that are not established: a
 * missing wallet may be back at the next visit.
 */
export function remember(
  kit: Latchkit,
  namespace: ChainNamespace,
  wanted: (connectorId: string) => boolean,
): void {
  const { storage } = kit.kernel;
  const chain = kit.store.getState().namespaces[namespace];
  const records = readConnections(storage);
  const ids = [...(chain ? standing(chain).map(one => one.connectorId) : []), ...(records[namespace] ?? [])];
  writeConnections(storage, { ...records, [namespace]: [...new Set(ids)].filter(wanted) });
}

/** Opens UnsupportedChain while the wallet is on a chain that the host does not list, and closes it afterwards. */
function showUnsupported(kit: Latchkit, namespace: ChainNamespace): void {
  const { modal, namespaces, activeNamespace } = kit.store.getState();
  if (namespace !== activeNamespace) return;
  const shown = modal.open && currentView(modal).name === 'UnsupportedChain';
  const unsupported = namespaces[namespace]?.network.unsupported === true;
  if (unsupported === shown) return;
  const event = unsupported
    ? ({ type: 'open', view: { name: 'UnsupportedChain' } } as const)
    : ({ type: 'close' } as const);
  kit.kernel.set(state => ({ modal: routeModal(state.modal, event) }));
}

/**
 * Runs `act` after the next paint, so that its work neither delays that paint nor counts towards it; at once if nothing is
 * painted: in the background, and outside a browser.
 */
function afterFrame(act: () => void): void {
  if (typeof requestAnimationFrame !== 'function' || document.hidden) {
    act();
    return;
  }
  // The first callback runs before the paint of its frame, the second one after.
  requestAnimationFrame(() => requestAnimationFrame(act));
}
