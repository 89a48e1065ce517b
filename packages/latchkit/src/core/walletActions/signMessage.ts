import type { ChainNamespace } from '../../protocol/caip.js';
import { catalogueError } from '../../protocol/errors.js';
import type { TypedData } from '../adapter/ChainAdapter.js';
import { activeConnection, wrapWalletError } from '../connection/activeConnection.js';
import type { Latchkit } from '../Latchkit.js';

/**
 * Asks the connected wallet to sign a text (EIP-191 on EVM). Returns the wallet's signature unchanged.
 *
 * @throws REQUEST_REJECTED if the visitor refused; CAIP_NETWORK_OR_ADDRESS_UNDEFINED if nothing is connected; the adapter's
 * errors.
 */
export async function signMessage(
  kit: Latchkit,
  options: { readonly message: string; readonly namespace?: ChainNamespace },
): Promise<string> {
  const { adapter, connectorId, address } = activeConnection(kit, options.namespace);
  return wrapWalletError(
    kit,
    'SIGN_MESSAGE',
    adapter.signMessage({ connectorId, address, message: options.message }),
  );
}

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
  return wrapWalletError(
    kit,
    'SIGN_TYPED_DATA',
    adapter.signTypedData({ connectorId, address, typedData: options.typedData }),
  );
}
