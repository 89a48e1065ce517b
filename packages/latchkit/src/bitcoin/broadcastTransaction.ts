import * as z from 'zod/mini';
import { wrapWalletError } from '../core/connection/activeConnection.js';
import { callGateway } from '../core/kernel/callGateway.js';
import type { Latchkit } from '../core/Latchkit.js';
import {
  sendBitcoinTransactionCall,
  type sendBitcoinTransactionRequest,
} from '../protocol/calls/project/bitcoin.js';
import { createError } from '../protocol/errors.js';
import { gatewayErrorAnswer } from '../protocol/gateway/gatewayErrorAnswer.js';
import { bitcoinConnection } from './bitcoinConnection.js';

/** A signed transaction. */
export interface BroadcastTransactionOptions {
  /** Hex. */
  readonly transaction: string;
}

/**
 * Sends a signed transaction to the connected Bitcoin network, through the gateway. Returns its id; it is not confirmed yet.
 *
 * @throws INVALID_TRANSACTION with the node's reason if it refused the transaction; CAIP_NETWORK_OR_ADDRESS_UNDEFINED if nothing
 * is connected; REQUEST_FAILED.
 *
 * @example
 * const id = await broadcastTransaction(kit, { transaction: '0200000000…' });
 */
export async function broadcastTransaction(
  kit: Latchkit,
  options: BroadcastTransactionOptions,
): Promise<string> {
  const { caipNetworkId: chainId } = bitcoinConnection(kit).network;
  const sending = callGateway<typeof sendBitcoinTransactionRequest>(kit, sendBitcoinTransactionCall, {
    query: { chainId },
    body: { transaction: options.transaction },
    readRefusal,
  });
  return (await wrapWalletError(kit, 'BROADCAST_TRANSACTION', sending)).id;
}

function readRefusal(answer: unknown): Error | undefined {
  const { data } = z.safeParse(gatewayErrorAnswer, answer);
  if (data?.error.code !== 'TRANSACTION_REFUSED') return undefined;
  return createError('INVALID_TRANSACTION', { details: data.error.message });
}
