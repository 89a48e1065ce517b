import { isError } from '../../protocol/BaseError.js';
import { type ChainId, type ChainNamespace, namespaceOf } from '../../protocol/caip.js';
import { createError } from '../../protocol/errors.js';
import type { CaipNetwork } from '../adapter/Network.js';
import { raiseAlert } from '../kernel/alerts.js';
import { writeNamespace } from '../kernel/storedRecord.js';
import type { Latchkit } from '../Latchkit.js';
import { currentView } from '../modal/modalState.js';
import { goBack, navigate } from '../modal/navigate.js';
import { openModal } from '../modal/openModal.js';
import { withChain, withNetwork } from './chainState.js';
import { writeNetwork } from './connectionRecords.js';
import { receiveAdapterEvent } from './receiveAdapterEvent.js';
import { followLead, noteChosenNetwork } from './settleConnection.js';

/** Which network to switch to, and how. */
export type SwitchNetworkOptions<Id extends ChainId = ChainId> = SwitchTarget<Id> & {
  /**
   * If nothing is connected in the network's namespace but something is in the active one: only select the network to connect on,
   * without prompting the visitor. Default false.
   */
  readonly prepareOnly?: boolean;
};

type SwitchTarget<Id extends ChainId> =
  /** CAIP-2 id of one of the instance's networks. */
  | { readonly chainId: Id; readonly network?: undefined }
  /** A network added with `addNetwork`, whose id the instance's type does not know. */
  | { readonly chainId?: undefined; readonly network: CaipNetwork };

/**
 * Switches the network: requests it from the wallet if its namespace is connected, else selects the network to connect on. A
 * network of another namespace activates that namespace's account; no request is sent if its wallet is already on the network. If
 * nothing is connected there yet, the modal's view SwitchActiveChain prompts the visitor to connect.
 * If the switch fails while the modal shows it, the modal goes back one view.
 *
 * @param options - `chainId`: CAIP-2 id of one of the instance's networks, checked at compile time. For a network added with
 * `addNetwork`, pass the `network` instead.
 * @throws NETWORK_NOT_FOUND (also raises the alert 'Network Not Found'), SWITCH_REJECTED, SWITCH_FAILED,
 * CONNECTOR_CANNOT_SWITCH.
 *
 * @example
 * await switchNetwork(kit, { chainId: 'eip155:8453' });
 */
export async function switchNetwork<Id extends ChainId>(
  kit: Latchkit<Id>,
  options: SwitchNetworkOptions<NoInfer<Id>>,
): Promise<void> {
  const id = options.network === undefined ? options.chainId : options.network.caipNetworkId;
  const namespace = namespaceOf(id);
  const { namespaces, activeNamespace } = kit.store.getState();
  const chain = namespaces[namespace];
  const target = chain?.networks.find(candidate => candidate.caipNetworkId === id);
  if (!chain || !target) {
    raiseAlert(kit, 'NETWORK_NOT_FOUND', `${id} is not among the networks passed to createLatchkit.`);
    throw createError('NETWORK_NOT_FOUND', { context: { chainId: id } });
  }
  noteChosenNetwork(kit, namespace);
  const { connection } = chain;
  if (connection.status !== 'connected') {
    const isElsewhere = namespaces[activeNamespace]?.connection.status === 'connected';
    const asks = isElsewhere && namespace !== activeNamespace;
    chooseNetwork(kit, target, asks ? activeNamespace : namespace);
    if (asks && !options.prepareOnly) askToConnect(kit, namespace, id);
    return;
  }
  const adapter = kit.adapter(namespace);
  const there = connection.chainId === id && namespace !== activeNamespace;
  if (adapter && !there) {
    try {
      await adapter.switchNetwork(connection.connectorId, target);
    } catch (cause) {
      const view = currentView(kit.store.getState().modal);
      if (view.name === 'SwitchNetwork' && view.chainId === id) goBack(kit);
      throw isError(cause) ? cause : createError('SWITCH_FAILED', { cause });
    }
  }
  settleNetwork(kit, target);
}

function settleNetwork(
  kit: Latchkit,
  { chainNamespace: namespace, caipNetworkId: chainId }: CaipNetwork,
): void {
  const before = kit.store.getState();
  const standing = before.namespaces[namespace]?.connection;
  // The connection ended during the request.
  if (standing?.status !== 'connected') return;
  kit.kernel.set({ activeNamespace: namespace });
  receiveAdapterEvent(kit, namespace, { type: 'changed', connection: { ...standing, chainId } });
  if (kit.store.getState().namespaces[namespace]?.connection !== standing) return;
  if (namespace === before.activeNamespace) return;
  kit.kernel.emit({ event: 'SWITCH_NETWORK', chainId });
  followLead(kit, namespace);
}

/** Selects the network to connect on while nothing is connected in its namespace; `activeNamespace` stays active meanwhile. */
function chooseNetwork(kit: Latchkit, network: CaipNetwork, activeNamespace: ChainNamespace): void {
  const { chainNamespace: namespace, caipNetworkId: chainId } = network;
  kit.kernel.set(state => {
    const chain = state.namespaces[namespace];
    return chain ? { ...withChain(state, namespace, withNetwork(chain, network)), activeNamespace } : {};
  });
  writeNetwork(kit.kernel.storage, namespace, chainId);
  writeNamespace(kit.kernel.storage, activeNamespace);
  if (activeNamespace === namespace) kit.kernel.emit({ event: 'SWITCH_NETWORK', chainId });
}

function askToConnect(kit: Latchkit, switchToChain: ChainNamespace, network: ChainId): void {
  const view = { name: 'SwitchActiveChain', switchToChain, network } as const;
  if (kit.store.getState().modal.open) navigate(kit, view);
  else openModal(kit, { view });
}
