import { wrapWalletError } from '../core/connection/activeConnection.js';
import type { Latchkit } from '../core/Latchkit.js';
import { bitcoinConnection } from './bitcoinConnection.js';

/** A payment. */
export interface SendTransferOptions {
  /** The receiver's address. */
  readonly to: string;
  /** In sats. */
  readonly amount: bigint;
  /** Text for an OP_RETURN output. Wallets without this option ignore it. */
  readonly memo?: string;
  /** In sats per virtual byte. Default: the wallet decides. */
  readonly feeRate?: number;
}

/**
 * Sends a payment through the connected Bitcoin wallet, from its payment account. Returns the transaction's id; it is not
 * confirmed yet.
 *
 * @throws REQUEST_REJECTED if the visitor refused; INVALID_ADDRESS if the address is not of the connected network;
 * INVALID_TRANSACTION for an invalid amount; REQUEST_FAILED; CAIP_NETWORK_OR_ADDRESS_UNDEFINED.
 *
 * @example
 * const id = await sendTransfer(kit, { to: 'bc1q…', amount: 25_000n });
 */
export async function sendTransfer(kit: Latchkit, options: SendTransferOptions): Promise<string> {
  const { adapter, connectorId, address, network } = bitcoinConnection(kit);
  const { to, amount, memo, feeRate } = options;
  return wrapWalletError(
    kit,
    'SEND_TRANSFER',
    adapter.sendTransfer({ connectorId, address, to, amount, memo, feeRate, network }),
  );
}
