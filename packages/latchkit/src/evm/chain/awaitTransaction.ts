import { sleep } from '../../core/adapter/abortable.js';
import type { SentTransaction, TransactionOutcome } from '../../core/adapter/Transaction.js';
import { retryRead } from '../../core/adapter/untilSettled.js';
import { isRecord } from '../../core/adapter/untrusted.js';
import { readQuantity, toHex } from '../provider/quantity.js';
import { type ChainTransaction, readTransaction } from './ChainTransaction.js';
import type { Reader } from './createReaders.js';
import { findReplacement } from './findReplacement.js';
import { OUT_OF_GAS, revertOf, UNKNOWN_REASON } from './revertOf.js';

/** Milliseconds between checks for a receipt. */
const LOOK_EVERY = 1_000;
/** Checks with a used nonce but no known transaction before it counts as gone: nodes behind one URL may differ. */
const LOOKS_FOR_NOBODY = 3;

/** Waits until a transaction is mined or replaced. There is no time limit; `signal` cancels it. */
export async function awaitTransaction(
  reader: Reader,
  sent: SentTransaction,
  signal: AbortSignal,
): Promise<TransactionOutcome> {
  const { hash, address } = sent;
  let { nonce, payload } = sent;
  let nobody = 0;
  for (;;) {
    const outcome = await retryRead(() => readOutcome(reader, hash), signal);
    if (outcome) return outcome;
    if (nonce === undefined) {
      const known = await retryRead(() => readTransaction(reader, hash), signal);
      nonce = known?.nonce;
      payload ??= known?.payload;
    }
    if (nonce !== undefined) {
      const wanted = { address, nonce };
      const found = await retryRead(() => findReplacement(reader, wanted), signal);
      nobody = found === 'nobody' ? nobody + 1 : 0;
      // The chain advanced between the two reads: it is our transaction, and the next check finds its receipt.
      const isOurs = typeof found === 'object' && found.hash === hash;
      if (typeof found === 'object' && !isOurs) {
        return await retryRead(() => replacedBy(reader, sent, payload, found), signal);
      }
      if (nobody === LOOKS_FOR_NOBODY) return { status: 'dropped', hash };
    }
    await sleep(LOOK_EVERY, signal);
  }
}

/** Returns a mined transaction's outcome; undefined while it is not mined. */
async function readOutcome(reader: Reader, hash: string): Promise<TransactionOutcome | undefined> {
  const receipt = await reader.request({ method: 'eth_getTransactionReceipt', params: [hash] });
  if (!isRecord(receipt)) return undefined;
  if (receipt.status !== '0x0') return { status: 'confirmed', hash };
  const reason = await readRevertReason(reader, hash, receipt);
  return { status: 'reverted', hash, reason };
}

/** Returns the outcome when `other` used the transaction's nonce. */
async function replacedBy(
  reader: Reader,
  { hash, address }: SentTransaction,
  payload: string | undefined,
  other: ChainTransaction,
): Promise<TransactionOutcome> {
  const samePayment = other.payload === payload;
  if (samePayment) {
    // Resent, usually with a higher fee: the outcome is that of the new transaction.
    const outcome = await readOutcome(reader, other.hash);
    if (outcome?.status === 'reverted') return outcome;
    return { status: 'replaced', hash, replacement: other.hash, samePayment };
  }
  const paysNobody =
    other.value === 0n && other.data === '0x' && other.to?.toLowerCase() === address.toLowerCase();
  return paysNobody
    ? { status: 'cancelled', hash, replacement: other.hash }
    : { status: 'replaced', hash, replacement: other.hash, samePayment };
}

/**
 * Finds why a mined transaction reverted by replaying its call in the state of its block and, if it succeeds there, in
 * the state before. If neither tells, it ran out of gas if it used nearly its limit: a call keeps a 64th back from each call that
 * it makes (EIP-150), so that a limit which ran out further down is not used up. Returns 'unknown reason' otherwise.
 */
async function readRevertReason(
  reader: Reader,
  hash: string,
  { blockNumber, gasUsed }: Readonly<Record<string, unknown>>,
): Promise<string> {
  const block = readQuantity(blockNumber);
  const transaction = await readTransaction(reader, hash).catch(() => undefined);
  if (!transaction) return UNKNOWN_REASON;
  const { from, to, value, data, gas } = transaction;
  const call = { from, ...(to ? { to } : {}), value: toHex(value), data };
  for (const at of [block, block - 1n]) {
    try {
      await reader.request({ method: 'eth_call', params: [call, toHex(at)] });
    } catch (error) {
      const reason = revertOf(error)?.reason;
      if (reason) return reason;
    }
  }
  const isUsedUp = gas !== undefined && gasUsed !== undefined && readQuantity(gasUsed) * 20n >= gas * 17n;
  return isUsedUp ? OUT_OF_GAS : UNKNOWN_REASON;
}
