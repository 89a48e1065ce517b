import type { ChainNamespace, Connector, LatchkitState } from '../../../core/index.js';

/**
 * The kinds of chains that a picked wallet can be connected on: the wanted one, else those where it is not connected yet,
 * else all of its. More than one is a choice for the visitor.
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
