import { AdapterForNamespaceError } from '../../protocol/AdapterForNamespaceError.js';
import { type ChainId, namespaceOf } from '../../protocol/caip.js';
import { createError } from '../../protocol/errors.js';
import type { CaipNetwork } from '../adapter/Network.js';
import type { Latchkit } from '../Latchkit.js';
import { createChainState, withChain, withNetwork } from './chainState.js';
import { DISCONNECTED } from './connectionState.js';

/**
 * Adds a network to the listed ones, or replaces the one with the same id.
 *
 * @throws ADAPTER_FOR_NAMESPACE_NOT_FOUND if no adapter serves its namespace.
 *
 * @example
 * addNetwork(kit, defineNetwork(holesky)); // `holesky` from viem/chains
 */
export function addNetwork(kit: Latchkit, network: CaipNetwork): void {
  const namespace = network.chainNamespace;
  if (!kit.adapter(namespace)) throw new AdapterForNamespaceError(namespace);
  kit.kernel.set(state => {
    const chain = state.namespaces[namespace];
    const others = (chain?.networks ?? []).filter(
      ({ caipNetworkId }) => caipNetworkId !== network.caipNetworkId,
    );
    const networks = [...others, network];
    const next = chain
      ? {
          ...chain,
          networks,
          network: chain.network.caipNetworkId === network.caipNetworkId ? network : chain.network,
        }
      : createChainState(namespace, networks, network, DISCONNECTED, kit.options.defaultNetwork);
    return withChain(state, namespace, next);
  });
}

/**
 * Removes a network from the listed ones.
 *
 * @param id - CAIP-2.
 * @throws ADAPTER_FOR_NAMESPACE_NOT_FOUND; NETWORK_NOT_FOUND if it is not listed, or is its namespace's only one.
 *
 * @example
 * removeNetwork(kit, 'eip155:10');
 */
export function removeNetwork(kit: Latchkit, id: ChainId): void {
  const namespace = namespaceOf(id);
  const chain = kit.store.getState().namespaces[namespace];
  if (!kit.adapter(namespace)) throw new AdapterForNamespaceError(namespace);
  const networks = chain?.networks.filter(({ caipNetworkId }) => caipNetworkId !== id) ?? [];
  const [first] = networks;
  if (!chain || !first || networks.length === chain.networks.length) {
    throw createError('NETWORK_NOT_FOUND', { context: { chainId: id } });
  }
  const left = chain.network.caipNetworkId === id ? withNetwork(chain, first) : chain;
  kit.kernel.set(state => withChain(state, namespace, { ...left, networks }));
}
