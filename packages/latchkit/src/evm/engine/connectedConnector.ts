import type { WagmiConnector } from '../../core/adapter/WagmiConnector.js';
import { connectionError } from '../../protocol/connectionError.js';
import type { EngineContext } from './EngineContext.js';

/** The connector of a wallet that is connected now [ERR-57]. */
export async function connectedConnector(
  context: EngineContext,
  connectorId: string,
): Promise<WagmiConnector> {
  for (const { connector } of context.config.state.connections.values()) {
    // What wagmi read from its storage is a record, not a connector.
    if (typeof connector.getProvider !== 'function') continue;
    if ((await context.connectors.idOf(connector)) === connectorId) return connector;
  }
  throw connectionError('PROVIDER_NOT_FOUND', { context: { connectorId } });
}
