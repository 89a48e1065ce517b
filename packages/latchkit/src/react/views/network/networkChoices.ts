import type { CaipNetwork, ChainNamespace, LatchkitState } from '../../../core/index.js';

/** The networks of one namespace. */
export interface NetworkChoices {
  readonly namespace: ChainNamespace;
  readonly usable: readonly CaipNetwork[];
  /** Listed by the host, but not supported by the connected wallet. */
  readonly unusable: readonly CaipNetwork[];
}

/**
 * The networks to choose from, grouped by namespace, the active one first.
 *
 * @param only restricts the choice to one namespace. Default: all.
 */
export function networkChoices(
  {
    namespaces,
    connectors,
    activeNamespace,
  }: Pick<LatchkitState, 'namespaces' | 'activeNamespace' | 'connectors'>,
  only?: ChainNamespace,
): readonly NetworkChoices[] {
  const known = connectors.flatMap(one => one.connectors ?? [one]);
  const ordered = (Object.keys(namespaces) as ChainNamespace[])
    .filter(namespace => !only || namespace === only)
    .sort((a, b) => Number(b === activeNamespace) - Number(a === activeNamespace));
  return ordered.map(namespace => {
    const { networks = [], connection } = namespaces[namespace] ?? {};
    const held = connection?.status === 'connected' ? connection.connectorId : undefined;
    const reach = known.find(({ id, chain }) => id === held && chain === namespace)?.chains ?? [];
    // An empty list means all networks of the namespace.
    const inReach = ({ caipNetworkId }: CaipNetwork) => reach.length === 0 || reach.includes(caipNetworkId);
    return {
      namespace,
      usable: networks.filter(inReach),
      unusable: networks.filter(network => !inReach(network)),
    };
  });
}

/** The networks whose name contains the query, case-insensitively. */
export function matchNetworks(networks: readonly CaipNetwork[], query: string): readonly CaipNetwork[] {
  const wanted = query.trim().toLocaleLowerCase();
  if (wanted === '') return networks;
  return networks.filter(({ name }) => name.toLocaleLowerCase().includes(wanted));
}
