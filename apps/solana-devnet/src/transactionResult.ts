import type { FailedTransactionMetadata, TransactionMetadata } from 'litesvm';
import { toBase58, toBase64 } from './base58.js';
import type { TransactionResult } from './LedgerTransaction.js';
import { transactionError } from './transactionError.js';

/** What a transaction did that ran to its end. */
export function landedResult(metadata: TransactionMetadata): TransactionResult {
  const returned = metadata.returnData();
  const data = returned.data();
  return {
    err: null,
    logs: metadata.logs(),
    unitsConsumed: metadata.computeUnitsConsumed(),
    returnData:
      data.length === 0
        ? null
        : { programId: toBase58(returned.programId()), data: [toBase64(data), 'base64'] },
    innerInstructions: metadata
      .innerInstructions()
      .map((inner, index) => ({
        index,
        instructions: inner.map(one => ({
          programIdIndex: one.instruction().programIdIndex(),
          accounts: [...one.instruction().accounts()],
          data: toBase58(one.instruction().data()),
          stackHeight: one.stackHeight(),
        })),
      }))
      .filter(({ instructions }) => instructions.length > 0),
  };
}

/** What a transaction did until it failed. */
export function failedResult(failed: FailedTransactionMetadata): TransactionResult {
  return { ...landedResult(failed.meta()), err: transactionError(failed) };
}

/** Lamports that a transaction paid for being run; LiteSVM tells it in its description only. */
export function paidFee(outcome: TransactionMetadata | FailedTransactionMetadata): bigint {
  return BigInt(/\bfee: (\d+)[ })]*$/.exec(outcome.toString())?.[1] ?? 0);
}
