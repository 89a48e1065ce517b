import type { CallReceipt, CallsStatus } from '../../core/adapter/Calls.js';
import { isRecord } from '../../core/adapter/untrusted.js';
import { createError } from '../../protocol/errors.js';
import { readEvmChainId } from '../../protocol/readEvmChainId.js';
import { readReceipt } from '../chain/readReceipt.js';

/** Status codes of wallets that follow the first version of EIP-5792. */
const [PENDING, CONFIRMED] = [100, 200];
const DRAFT_CODES: Readonly<Record<string, number>> = { PENDING, CONFIRMED };

/**
 * Reads a wallet's answer to wallet_getCallsStatus.
 *
 * @param expected the id that was asked for, and the chain if the answer names none
 * @throws REQUEST_FAILED if it is no status of EIP-5792
 */
export function readCallsStatus(
  answer: unknown,
  expected: { readonly id: string; readonly chainId: number },
): CallsStatus {
  if (!isRecord(answer)) throw invalid('The wallet returned no object.');
  const { status, chainId, atomic, receipts, capabilities } = answer;
  const statusCode = typeof status === 'string' ? DRAFT_CODES[status] : status;
  if (typeof statusCode !== 'number') throw invalid('The wallet returned no status code.');
  const chain = readEvmChainId(chainId ?? expected.chainId);
  if (chain === undefined) throw invalid('The wallet returned an invalid chain id.');
  const read = Array.isArray(receipts) ? receipts.map(readReceipt) : [];
  const list = read.filter(one => one !== undefined);
  return {
    id: expected.id,
    chainId: `eip155:${chain}`,
    // A wallet that calls a transaction confirmed which is in no block is early.
    ...outcomeOf(statusCode === CONFIRMED && list.length < read.length ? PENDING : statusCode, list),
    atomic: atomic === true,
    receipts: list,
    ...(isRecord(capabilities) ? { capabilities } : {}),
  };
}

/** A wallet of the first draft calls a reverted batch confirmed; its receipts tell. */
function outcomeOf(
  code: number,
  receipts: readonly CallReceipt[],
): Pick<CallsStatus, 'status' | 'statusCode'> {
  const reverted = receipts.filter(({ status }) => status === 'reverted').length;
  const statusCode = code !== 200 || reverted === 0 ? code : reverted === receipts.length ? 500 : 600;
  if (statusCode < 200) return { status: 'pending', statusCode };
  return { status: statusCode < 300 ? 'success' : 'failure', statusCode };
}

const invalid = (details: string) => createError('REQUEST_FAILED', { details });
