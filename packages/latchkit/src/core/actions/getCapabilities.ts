import type { ChainNamespace } from '../../protocol/caip.js';
import { activeConnection, asLatchkitError } from '../adapters/activeConnection.js';
import type { Latchkit } from '../Latchkit.js';

/**
 * What the connected wallet can do, by hex chain id (EIP-5792 wallet_getCapabilities). A namespace that knows no
 * capabilities answers an empty record.
 */
export async function getCapabilities(
  kit: Latchkit,
  options: { readonly namespace?: ChainNamespace } = {},
): Promise<Readonly<Record<string, unknown>>> {
  const { adapter, connectorId, address } = activeConnection(
    kit,
    options.namespace,
    'CHAIN_ADAPTER_NOT_FOUND',
  );
  return adapter.getCapabilities
    ? asLatchkitError(kit, 'GET_CAPABILITIES', adapter.getCapabilities({ connectorId, address }))
    : {};
}
