import type { ChainNamespace } from '../../protocol/caip.js';
import { catalogueError } from '../../protocol/errors.js';
import type { TypedData } from '../adapter/ChainAdapter.js';
import { activeConnection, asLatchkitError } from '../connection/activeConnection.js';
import type { Latchkit } from '../Latchkit.js';

/**
 * Asks the connected wallet to sign EIP-712 typed data. Returns the wallet's signature unchanged.
 *
 * @throws REQUEST_REJECTED; CHAIN_NOT_SUPPORTED if the namespace has no typed data; CAIP_NETWORK_OR_ADDRESS_UNDEFINED.
 */
export async function signTypedData(
  kit: Latchkit,
  options: { readonly typedData: TypedData; readonly namespace?: ChainNamespace },
): Promise<string> {
  const { adapter, connectorId, address } = activeConnection(kit, options.namespace);
  if (!adapter.signTypedData)
    throw catalogueError('CHAIN_NOT_SUPPORTED', { context: { namespace: adapter.namespace } });
  return asLatchkitError(
    kit,
    'SIGN_TYPED_DATA',
    adapter.signTypedData({ connectorId, address, typedData: options.typedData }),
  );
}
