import { isError } from '../../protocol/BaseError.js';
import { type CaipNetworkId, namespaceOf } from '../../protocol/caip.js';
import { catalogueError } from '../../protocol/errors.js';
import { receiveAdapterEvent } from '../adapters/receiveAdapterEvent.js';
import { raiseAlert } from '../alerts/raiseAlert.js';
import type { CaipNetwork } from '../contracts/Network.js';
import type { Latchkit } from '../Latchkit.js';
import { withChain, withNetwork } from '../state/chainState.js';
import type { ChainState } from '../state/LatchkitState.js';
import { currentView } from '../state/modalRouter.js';
import { writeNamespace, writeNetwork } from '../storage/records.js';
import { goBack } from './navigate.js';

/**
 * Switches network: asks the wallet when its namespace is connected [STATE-26], else sets the network to connect on.
 * When the switch fails while the modal shows it, the modal goes back one view [OPEN-10].
 *
 * @param network a requested network or its CAIP-2 id.
 * @throws NETWORK_NOT_FOUND (with the alert 'Network Not Found' [ERR-19]), SWITCH_REJECTED, SWITCH_FAILED,
 * CONNECTOR_CANNOT_SWITCH.
 */
export async function switchNetwork(kit: Latchkit, network: CaipNetworkId | CaipNetwork): Promise<void> {
  const id = typeof network === 'string' ? network : network.caipNetworkId;
  const namespace = namespaceOf(id);
  const chain = kit.store.getState().chains[namespace];
  const target = chain?.networks.find(candidate => candidate.caipNetworkId === id);
  if (!chain || !target) {
    raiseAlert(kit, 'NETWORK_NOT_FOUND', `${id} is not among the networks passed to createLatchkit.`);
    throw catalogueError('NETWORK_NOT_FOUND', { context: { networkId: id } });
  }
  const adapter = kit.adapter(namespace);
  if (chain.connection.status === 'connected' && adapter) {
    try {
      await adapter.switchNetwork(chain.connection.connectorId, target);
    } catch (cause) {
      const view = currentView(kit.store.getState().modal);
      if (view.name === 'SwitchNetwork' && view.networkId === id) goBack(kit);
      throw isError(cause) ? cause : catalogueError('SWITCH_FAILED', { cause });
    }
  }
  settleNetwork(kit, target);
}

function settleNetwork(kit: Latchkit, network: CaipNetwork): void {
  const { chainNamespace: namespace, caipNetworkId: networkId } = network;
  kit.kernel.set({ activeNamespace: namespace });
  const { connection } = kit.store.getState().chains[namespace] as ChainState;
  if (connection.status === 'connected') {
    const { connectorId, accounts } = connection;
    receiveAdapterEvent(kit, namespace, {
      type: 'changed',
      connection: { connectorId, accounts, networkId },
    });
    return;
  }
  kit.kernel.set(state => {
    const chain = state.chains[namespace];
    return chain ? withChain(state, namespace, withNetwork(chain, network)) : {};
  });
  writeNetwork(kit.kernel.storage, namespace, networkId);
  writeNamespace(kit.kernel.storage, namespace);
  kit.kernel.emit({ event: 'SWITCH_NETWORK', networkId });
}
