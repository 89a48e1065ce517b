import type { Connector, LatchkitState } from '../../core/index.js';

/** The connector of the active namespace's wallet, while one is connected. The same object for the same state. */
export function connectedWallet({
  chains,
  connectors,
  activeNamespace,
}: LatchkitState): Connector | undefined {
  const connection = chains[activeNamespace]?.connection;
  if (connection?.status !== 'connected') return undefined;
  const { connectorId } = connection;
  const isIt = ({ id, chain }: Connector) => id === connectorId && chain === activeNamespace;
  return connectors.find(one => isIt(one) || one.connectors?.some(isIt));
}
