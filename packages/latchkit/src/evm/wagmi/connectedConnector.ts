import type { WagmiConnector } from '../../core/adapter/WagmiConnector.js';
import { createError } from '../../protocol/errors.js';
import type { EngineContext } from './EngineContext.js';

/** Returns the connector of a connected wallet. @throws PROVIDER_NOT_FOUND it is not connected. */
export async function connectedConnector(
  context: EngineContext,
  connectorId: string,
): Promise<WagmiConnector> {
  for (const { connector } of context.config.state.connections.values()) {
    // Connections read from wagmi's storage have records instead of connectors.
    if (typeof connector.getProvider !== 'function') continue;
    if ((await context.connectors.idOf(connector)) === connectorId) return connector;
  }
  throw createError('PROVIDER_NOT_FOUND', { context: { connectorId } });
}
