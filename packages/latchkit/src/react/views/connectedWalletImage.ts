import type { Connector, LatchkitState } from '../../core/index.js';
import { connectorImage } from './connectorName.js';

/** The image of the active namespace's wallet, while one is connected. */
export function connectedWalletImage(state: LatchkitState): string | undefined {
  const { namespaces, connectors, activeNamespace } = state;
  const connection = namespaces[activeNamespace]?.connection;
  if (connection?.status !== 'connected') return undefined;
  const { connectorId } = connection;
  const isIt = ({ id, chain }: Connector) => id === connectorId && chain === activeNamespace;
  return connectorImage(
    state,
    connectors.find(one => isIt(one) || one.connectors?.some(isIt)),
  );
}
