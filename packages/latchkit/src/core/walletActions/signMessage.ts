import type { ChainNamespace } from '../../protocol/caip.js';
import { createError } from '../../protocol/errors.js';
import type { TypedData } from '../adapter/ChainAdapter.js';
import { activeConnection } from '../connection/activeConnection.js';
import { whileConnected } from '../connection/whileConnected.js';
import type { Latchkit } from '../Latchkit.js';

/** The text to sign. */
export interface SignMessageOptions {
  readonly message: string;
  /** Whose active account. Default: the active namespace. */
  readonly namespace?: ChainNamespace;
}

/**
 * Asks the connected wallet to sign a text (EIP-191 on EVM). Returns the wallet's signature unchanged: hex on EVM, base58 on Solana.
 *
 * @throws REQUEST_REJECTED if the visitor refused; CAIP_NETWORK_OR_ADDRESS_UNDEFINED if nothing is connected; the adapter's
 * errors.
 *
 * @example
 * const signature = await signMessage(kit, { message: 'Hello' });
 */
export async function signMessage(kit: Latchkit, options: SignMessageOptions): Promise<string> {
  const connection = activeConnection(kit, options.namespace);
  const { adapter, connectorId, address } = connection;
  return whileConnected(
    kit,
    'SIGN_MESSAGE',
    connection,
    adapter.signMessage({ connectorId, address, message: options.message }),
  );
}

/** The EIP-712 data to sign: its fields beside `namespace`, as in viem, or under `typedData`. */
export type SignTypedDataOptions = {
  /** Whose active account. Default: the active namespace. */
  readonly namespace?: ChainNamespace;
} & (
  | { readonly typedData: TypedData }
  | (Omit<TypedData, 'domain'> & Partial<Pick<TypedData, 'domain'>> & { readonly typedData?: undefined })
);

/**
 * Asks the connected wallet to sign EIP-712 typed data. Returns the wallet's signature unchanged.
 *
 * @throws REQUEST_REJECTED; CHAIN_NOT_SUPPORTED if the namespace has no typed data; CAIP_NETWORK_OR_ADDRESS_UNDEFINED.
 *
 * @example
 * const signature = await signTypedData(kit, {
 *   domain: { name: 'Shop', version: '1', chainId: 1 },
 *   types: { Order: [{ name: 'item', type: 'string' }] },
 *   primaryType: 'Order',
 *   message: { item: 'Tea' },
 * });
 */
export async function signTypedData(kit: Latchkit, options: SignTypedDataOptions): Promise<string> {
  const connection = activeConnection(kit, options.namespace);
  const { adapter, connectorId, address } = connection;
  if (!adapter.signTypedData)
    throw createError('CHAIN_NOT_SUPPORTED', { context: { namespace: adapter.namespace } });
  return whileConnected(
    kit,
    'SIGN_TYPED_DATA',
    connection,
    adapter.signTypedData({ connectorId, address, typedData: typedDataOf(options) }),
  );
}

/** The data in either shape of the options. */
function typedDataOf(options: SignTypedDataOptions): TypedData {
  if (options.typedData) return options.typedData;
  const { domain = {}, types, primaryType, message } = options;
  return { domain, types, primaryType, message };
}
