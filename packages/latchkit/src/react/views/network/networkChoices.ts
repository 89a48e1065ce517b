import type { CaipNetwork, ChainNamespace, LatchkitState } from '../../../core/index.js';

/** The networks of one kind of chain. */
export interface NetworkChoices {
  readonly namespace: ChainNamespace;
  readonly usable: readonly CaipNetwork[];
  /** Requested by the host, but out of the connected wallet's reach. */
  readonly unusable: readonly CaipNetwork[];
}

/**
 * The networks to choose from, by kind of chain, the active one's first.
 *
 * @param only the one kind to choose from. Default: all.
 */
export function networkChoices(
  { chains, connectors, activeNamespace }: Pick<LatchkitState, 'chains' | 'activeNamespace' | 'connectors'>,
  only?: ChainNamespace,
): readonly NetworkChoices[] {
  const known = connectors.flatMap(one => one.connectors ?? [one]);
  const namespaces = (Object.keys(chains) as ChainNamespace[])
    .filter(namespace => !only || namespace === only)
    .sort((a, b) => Number(b === activeNamespace) - Number(a === activeNamespace));
  return namespaces.map(namespace => {
    const { networks = [], connection } = chains[namespace] ?? {};
    const held = connection?.status === 'connected' ? connection.connectorId : undefined;
    const reach = known.find(({ id, chain }) => id === held && chain === namespace)?.chains ?? [];
    // An empty list means all of the namespace.
    const inReach = ({ caipNetworkId }: CaipNetwork) => reach.length === 0 || reach.includes(caipNetworkId);
    return {
      namespace,
      usable: networks.filter(inReach),
      unusable: networks.filter(network => !inReach(network)),
    };
  });
}

/** The networks whose name holds what was typed, without regard to case. */
export function matchNetworks(networks: readonly CaipNetwork[], query: string): readonly CaipNetwork[] {
  const wanted = query.trim().toLocaleLowerCase();
  if (wanted === '') return networks;
  return networks.filter(({ name }) => name.toLocaleLowerCase().includes(wanted));
}
