import type { FailedTransactionMetadata, TransactionMetadata } from 'litesvm';
import { toBase58, toBase64 } from './base58.js';
import type { TransactionResult } from './LedgerTransaction.js';
import { transactionError } from './transactionError.js';

/** The result of a successful transaction. */
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

/** The result of a failed transaction up to the failure. */
export function failedResult(failed: FailedTransactionMetadata): TransactionResult {
  return { ...landedResult(failed.meta()), err: transactionError(failed) };
}

/** Lamports that a transaction paid as its fee; LiteSVM reports them only in its description. */
export function paidFee(outcome: TransactionMetadata | FailedTransactionMetadata): bigint {
  return BigInt(/\bfee: (\d+)[ })]*$/.exec(outcome.toString())?.[1] ?? 0);
}
