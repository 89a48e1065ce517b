import type { ChainNamespace } from '../../protocol/caip.js';
import { activeConnection, asLatchkitError } from '../connection/activeConnection.js';
import type { Latchkit } from '../Latchkit.js';
import { readCapabilities } from './readCapabilities.js';

/**
 * The connected wallet's capabilities, by hex chain id (EIP-5792 wallet_getCapabilities). Empty for namespaces without
 * capabilities.
 *
 * @throws WALLET_CAPABILITIES if the capabilities in the wallet's session are invalid; REQUEST_FAILED;
 * CAIP_NETWORK_OR_ADDRESS_UNDEFINED.
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
  return asLatchkitError(kit, 'GET_CAPABILITIES', readCapabilities(adapter, { connectorId, address }));
}
