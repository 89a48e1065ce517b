import { z } from 'zod/mini';
import type { AdapterHost } from '../../core/adapter/ChainAdapter.js';
import type { CaipNetwork } from '../../core/adapter/Network.js';
import { base64 } from '../../protocol/bytes.js';
import { createError } from '../../protocol/errors.js';
import { askChainOf } from '../chain/askChain.js';
import { ChainError } from '../chain/ChainError.js';
import { describeFailure } from '../chain/describeFailure.js';
import type { ReadTransaction } from './readTransaction.js';

/**
 * Sends a transaction that a wallet has only signed, and returns the signature.
 *
 * @throws REQUEST_FAILED with the reason in `details` when the chain rejects it.
 */
export async function sendSigned(
  host: AdapterHost,
  network: CaipNetwork,
  bytes: Uint8Array,
  options: ReadTransaction['options'],
): Promise<string> {
  try {
    const params = [base64.encode(bytes), { encoding: 'base64', ...options }];
    return await askChainOf(host, network)('sendTransaction', params, z.string());
  } catch (cause) {
    if (!(cause instanceof ChainError) || cause.err === undefined) throw cause;
    throw createError('REQUEST_FAILED', { cause, details: describeFailure(cause.err, cause.logs) });
  }
}
