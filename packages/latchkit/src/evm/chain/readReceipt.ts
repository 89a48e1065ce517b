import type { CallReceipt } from '../../core/adapter/Calls.js';
import { isRecord } from '../../core/adapter/untrusted.js';
import { createError } from '../../protocol/errors.js';
import { receiptStatus } from '../../protocol/receiptStatus.js';
import { readQuantity } from '../provider/quantity.js';

/** Reads a transaction receipt; undefined while the transaction is in no block. @throws REQUEST_FAILED if the value is not a receipt */
export function readReceipt(receipt: unknown): CallReceipt | undefined {
  if (!isRecord(receipt)) throw invalid('A receipt is not an object.');
  const { transactionHash, blockHash, blockNumber, gasUsed, logs } = receipt;
  const status = receiptStatus(receipt);
  if (!status) return undefined;
  if (typeof transactionHash !== 'string' || typeof blockHash !== 'string') {
    throw invalid('A receipt has no transaction or block.');
  }
  return {
    transactionHash,
    blockHash,
    blockNumber: readQuantity(blockNumber),
    gasUsed: readQuantity(gasUsed),
    status,
    logs: Array.isArray(logs) ? logs.filter(isRecord).map(readLog) : [],
  };
}

const readLog = ({ address, data, topics }: Readonly<Record<string, unknown>>) => ({
  address: String(address),
  data: String(data),
  topics: Array.isArray(topics) ? topics.map(String) : [],
});

const invalid = (details: string) => createError('REQUEST_FAILED', { details });
