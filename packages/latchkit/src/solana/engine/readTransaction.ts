import type { SerializedTransaction, TransactionRequest } from '../../core/adapter/Transaction.js';
import { BaseError } from '../../protocol/BaseError.js';
import { base64 } from '../../protocol/bytes.js';
import { createError } from '../../protocol/errors.js';
import { TRANSACTION_SIZE } from '../chain/solanaLimits.js';

/** The commitments that a request may use, mapped to their current names. */
const COMMITMENTS: Readonly<Record<string, Commitment>> = {
  processed: 'processed',
  confirmed: 'confirmed',
  finalized: 'finalized',
  recent: 'processed',
  single: 'confirmed',
  singleGossip: 'confirmed',
  root: 'finalized',
  max: 'finalized',
};

export type Commitment = 'processed' | 'confirmed' | 'finalized';

/** A transaction for a wallet: its bytes, and how to send it. */
export interface ReadTransaction {
  readonly bytes: Uint8Array;
  readonly options: {
    readonly preflightCommitment?: Commitment;
    readonly skipPreflight?: boolean;
    readonly maxRetries?: number;
    readonly minContextSlot?: number;
  };
}

/** @throws INVALID_COMMITMENT; INVALID_TRANSACTION for another chain's form or invalid base64. */
export function readTransaction(transaction: TransactionRequest): ReadTransaction {
  if (!('serialized' in transaction)) {
    throw createError('INVALID_TRANSACTION', { details: 'Solana takes { serialized }, as base64.' });
  }
  const { preflightCommitment } = transaction;
  if (preflightCommitment !== undefined && !Object.hasOwn(COMMITMENTS, preflightCommitment)) {
    throw new BaseError('INVALID_COMMITMENT', 'Invalid preflight commitment', {
      context: { preflightCommitment: String(preflightCommitment) },
    });
  }
  const bytes = base64.read(transaction.serialized);
  if (!bytes || bytes.length === 0 || bytes.length > TRANSACTION_SIZE) {
    throw createError('INVALID_TRANSACTION', {
      details: `Not the base64 of a transaction of at most ${TRANSACTION_SIZE} bytes.`,
    });
  }
  return { bytes, options: optionsOf(transaction) };
}

function optionsOf(transaction: SerializedTransaction): ReadTransaction['options'] {
  const { skipPreflight, maxRetries, minContextSlot, preflightCommitment = '' } = transaction;
  const commitment = COMMITMENTS[preflightCommitment];
  return {
    ...(commitment && { preflightCommitment: commitment }),
    ...(skipPreflight !== undefined && { skipPreflight }),
    ...(maxRetries !== undefined && { maxRetries }),
    ...(minContextSlot !== undefined && { minContextSlot }),
  };
}
