import type { ChainNamespace } from '../../protocol/caip.js';
import { activeConnection, asLatchkitError } from '../connection/activeConnection.js';
import type { Latchkit } from '../Latchkit.js';
import { readCapabilities } from './readCapabilities.js';

/**
 * What the connected wallet can do, by hex chain id (EIP-5792 wallet_getCapabilities). A namespace that knows no
 * capabilities answers an empty record.
 *
 * @throws WALLET_CAPABILITIES what the wallet wrote into its session cannot be read [ERR-60]; REQUEST_FAILED;
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
