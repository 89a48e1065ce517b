import { wrapWalletError } from '../core/connection/activeConnection.js';
import type { Latchkit } from '../core/Latchkit.js';
import type { MessageFormat, SignedMessage } from './BitcoinActions.js';
import { bitcoinConnection } from './bitcoinConnection.js';

/** The text to sign. */
export interface SignMessageOptions {
  readonly message: string;
  /** One of the wallet's accounts. Default: the payment account. */
  readonly address?: string;
  /** Default `bip322`. A wallet may sign in another format; the result says which. */
  readonly format?: MessageFormat;
}

/**
 * Asks the connected Bitcoin wallet to sign a text. The result has one form, whatever wallet signed.
 *
 * @throws REQUEST_REJECTED if the visitor refused; CAIP_NETWORK_OR_ADDRESS_UNDEFINED if nothing is connected; REQUEST_FAILED.
 *
 * @example
 * const { signature, format } = await signMessage(kit, { message: 'Hello' });
 */
export async function signMessage(kit: Latchkit, options: SignMessageOptions): Promise<SignedMessage> {
  const { adapter, connectorId, address, network } = bitcoinConnection(kit);
  const { message, format = 'bip322' } = options;
  const request = { connectorId, address: options.address ?? address, message, format, network };
  return wrapWalletError(kit, 'SIGN_MESSAGE', adapter.signText(request));
}
