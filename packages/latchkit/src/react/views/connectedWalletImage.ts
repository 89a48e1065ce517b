import type { ChainNamespace, Connector, LatchkitState } from '../../core/index.js';
import { connectorImage } from './connectorName.js';

/** The image of a namespace's wallet, while one is connected. Default: the active namespace. */
export function connectedWalletImage(
  state: LatchkitState,
  namespace: ChainNamespace = state.activeNamespace,
): string | undefined {
  const { namespaces, connectors } = state;
  const connection = namespaces[namespace]?.connection;
  if (connection?.status !== 'connected') return undefined;
  const { connectorId } = connection;
  const isIt = ({ id, chain }: Connector) => id === connectorId && chain === namespace;
  return connectorImage(
    state,
    connectors.find(one => isIt(one) || one.connectors?.some(isIt)),
  );
}
