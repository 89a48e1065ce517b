import { wrapWalletError } from '../core/connection/activeConnection.js';
import type { Latchkit } from '../core/Latchkit.js';
import type { InputToSign, SignedPsbt } from './BitcoinActions.js';
import { bitcoinConnection } from './bitcoinConnection.js';

/** The PSBT to sign. */
export interface SignPsbtOptions {
  /** Base64 (BIP-174). */
  readonly psbt: string;
  /** The inputs to sign, each with the account that owns it. Default: all inputs that the wallet's accounts own. */
  readonly inputs?: readonly InputToSign[];
  /** Whether to finalise the signed inputs. Default false. */
  readonly finalize?: boolean;
}

/**
 * Asks the connected Bitcoin wallet to sign inputs of a PSBT. Nothing is sent.
 *
 * @throws REQUEST_REJECTED if the visitor refused; INVALID_TRANSACTION if it is not a PSBT or the wallet owns none of its inputs;
 * REQUEST_FAILED if the wallet did not sign, or returned another transaction; CAIP_NETWORK_OR_ADDRESS_UNDEFINED.
 *
 * @example
 * const { psbt } = await signPsbt(kit, { psbt: 'cHNidP8BAH…', finalize: true });
 */
export async function signPsbt(kit: Latchkit, options: SignPsbtOptions): Promise<SignedPsbt> {
  const { adapter, connectorId, address, network } = bitcoinConnection(kit);
  const { psbt, inputs, finalize = false } = options;
  return wrapWalletError(
    kit,
    'SIGN_PSBT',
    adapter.signPsbt({ connectorId, address, psbt, inputs, finalize, network }),
  );
}
