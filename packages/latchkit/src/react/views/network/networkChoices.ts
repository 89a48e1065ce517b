import type { CaipNetwork, LatchkitState } from '../../../core/index.js';

export interface NetworkChoices {
  readonly usable: readonly CaipNetwork[];
  /** Requested by the host, but out of the connected wallet's reach. */
  readonly unusable: readonly CaipNetwork[];
}

/** The networks to choose from: the connected wallet's kind of chain, or all of them before anything is connected. */
export function networkChoices(
  state: Pick<LatchkitState, 'chains' | 'activeNamespace' | 'connectors'>,
): NetworkChoices {
  const active = state.chains[state.activeNamespace];
  if (active?.connection.status !== 'connected') {
    return { usable: Object.values(state.chains).flatMap(chain => chain.networks), unusable: [] };
  }
  const { connectorId } = active.connection;
  const reach = state.connectors.find(({ id }) => id === connectorId)?.chains ?? [];
  // An empty list means all of the namespace.
  const inReach = ({ caipNetworkId }: CaipNetwork) => reach.length === 0 || reach.includes(caipNetworkId);
  return {
    usable: active.networks.filter(inReach),
    unusable: active.networks.filter(network => !inReach(network)),
  };
}

/** The networks whose name holds what was typed, without regard to case. */
export function matchNetworks(networks: readonly CaipNetwork[], query: string): readonly CaipNetwork[] {
  const wanted = query.trim().toLocaleLowerCase();
  if (wanted === '') return networks;
  return networks.filter(({ name }) => name.toLocaleLowerCase().includes(wanted));
}
