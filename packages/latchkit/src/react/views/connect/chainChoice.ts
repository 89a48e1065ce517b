import type { ChainNamespace, Connector, LatchkitState } from '../../../core/index.js';

/**
 * The namespaces that a chosen wallet can be connected on: the requested one, else those where it is not connected
 * yet, else all of its namespaces. If there are several, the visitor chooses.
 */
export function chainChoice(
  { connections }: Pick<LatchkitState, 'connections'>,
  connector: Connector,
  wanted?: ChainNamespace,
): readonly ChainNamespace[] {
  const all = connector.connectors ?? [connector];
  if (wanted && all.some(({ chain }) => chain === wanted)) return [wanted];
  const isHeld = ({ id, chain }: Connector) =>
    connections.some(one => one.connectorId === id && one.namespace === chain);
  const left = all.filter(one => !isHeld(one));
  return (left.length > 0 ? left : all).map(({ chain }) => chain);
}
