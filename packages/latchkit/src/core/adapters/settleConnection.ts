import type { ChainNamespace } from '../../protocol/caip.js';
import { refreshBalance } from '../actions/refreshBalance.js';
import { refreshIdentity } from '../actions/refreshIdentity.js';
import type { AdapterConnection } from '../contracts/ChainAdapter.js';
import type { Latchkit } from '../Latchkit.js';
import { applyConnectionEvent } from '../state/chainState.js';
import type { ConnectionEvent, ConnectionState } from '../state/connectionState.js';
import { currentView, routeModal } from '../state/modalRouter.js';
import { readConnections, writeConnections, writeNamespace, writeNetwork } from '../storage/records.js';
import { writeTokens } from '../storage/tokenRecord.js';

type Connected = Extract<ConnectionState, { status: 'connected' }>;

/** What follows once a connection stands or has changed: it is remembered, told, and its balance read. */
export function settleConnection(
  kit: Latchkit,
  namespace: ChainNamespace,
  connection: AdapterConnection,
  how: { readonly reconnected: boolean } | { readonly changedFrom: Connected },
): void {
  const { kernel } = kit;
  const { connectorId, networkId } = connection;
  const address = connection.accounts[0];
  writeConnections(kernel.storage, { ...readConnections(kernel.storage), [namespace]: connectorId });
  writeNetwork(kernel.storage, namespace, networkId);
  writeNamespace(kernel.storage, kit.store.getState().activeNamespace);
  if ('changedFrom' in how) {
    if (how.changedFrom.accounts[0] !== address)
      kernel.emit({ event: 'ACCOUNT_CHANGED', namespace, address });
    if (how.changedFrom.networkId !== networkId) kernel.emit({ event: 'SWITCH_NETWORK', networkId });
  } else {
    kernel.emit({ event: 'CONNECT_SUCCESS', namespace, connectorId, address, reconnected: how.reconnected });
  }
  showUnsupported(kit, namespace);
  void refreshBalance(kit, { namespace });
  void refreshIdentity(kit, { namespace });
}

/** Ends a namespace's connection in the state and in what is remembered [STATE-21]. */
export function forgetConnection(kit: Latchkit, namespace: ChainNamespace, event: ConnectionEvent): void {
  kit.kernel.set(state => applyConnectionEvent(state, namespace, event) ?? {});
  writeTokens(kit.kernel.storage, undefined);
  const { [namespace]: _, ...others } = readConnections(kit.kernel.storage);
  writeConnections(kit.kernel.storage, others);
}

/** Opens UnsupportedChain while the wallet is on a chain that the host did not request [OPEN-11], and leaves it after. */
function showUnsupported(kit: Latchkit, namespace: ChainNamespace): void {
  const { modal, chains, activeNamespace } = kit.store.getState();
  if (namespace !== activeNamespace) return;
  const shown = modal.open && currentView(modal).name === 'UnsupportedChain';
  const unsupported = chains[namespace]?.network.unsupported === true;
  if (unsupported === shown) return;
  const event = unsupported
    ? ({ type: 'open', view: { name: 'UnsupportedChain' } } as const)
    : ({ type: 'close' } as const);
  kit.kernel.set(state => ({ modal: routeModal(state.modal, event) }));
}
