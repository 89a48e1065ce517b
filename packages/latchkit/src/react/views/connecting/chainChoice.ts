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
  const asked = all.filter(({ chain }) => chain === wanted);
  const isHeld = ({ id, chain }: Connector) =>
    connections.some(one => one.connectorId === id && one.namespace === chain);
  const open = all.filter(one => !isHeld(one));
  const found = asked.length > 0 ? asked : open.length > 0 ? open : all;
  return found.map(({ chain }) => chain);
}
