import { sleep } from '../../core/adapter/abortable.js';
import type { SentTransaction, TransactionOutcome } from '../../core/adapter/Transaction.js';
import { retryRead } from '../../core/adapter/untilSettled.js';
import { isRecord } from '../../core/adapter/untrusted.js';
import { receiptStatus } from '../../protocol/receiptStatus.js';
import { tokenTransfers } from '../../protocol/tokenTransfers.js';
import { readQuantity, toHex } from '../provider/quantity.js';
import { type ChainTransaction, readTransaction } from './ChainTransaction.js';
import type { Reader } from './createReaders.js';
import { findReplacement } from './findReplacement.js';
import { OUT_OF_GAS, revertOf, UNKNOWN_REASON } from './revertOf.js';
import { readTransferCall } from './transferCall.js';

/** Milliseconds between checks for a receipt. */
const LOOK_EVERY = 1_000;
/**
 * Waits until a transaction is mined or replaced. There is no time limit; `signal` cancels it. A token's payment that is mined without
 * an event of the token that names the receiver counts as reverted.
 */
export async function awaitTransaction(
  reader: Reader,
  sent: SentTransaction,
  signal: AbortSignal,
): Promise<TransactionOutcome> {
  const { hash, address } = sent;
  let { nonce, payload } = sent;
  for (;;) {
    const outcome = await retryRead(() => readOutcome(reader, hash, payload), signal);
    if (outcome) return outcome;
    if (nonce === undefined) {
      const known = await retryRead(() => readTransaction(reader, hash), signal);
      nonce = known?.nonce;
      payload ??= known?.payload;
    }
    if (nonce !== undefined) {
      const wanted = { address, nonce };
      const found = await retryRead(() => findReplacement(reader, wanted), signal);
      // If it is ours, the chain advanced between the two reads, and the next check finds its receipt.
      if (found && found.hash !== hash) {
        const outcome = await retryRead(() => replacedBy(reader, sent, payload, found), signal);
        if (outcome) return outcome;
      }
    }
    await sleep(LOOK_EVERY, signal);
  }
}

/** Returns a mined transaction's outcome; undefined while it is not mined. */
async function readOutcome(
  reader: Reader,
  hash: string,
  payload: string | undefined,
): Promise<TransactionOutcome | undefined> {
  const receipt = await reader.request({ method: 'eth_getTransactionReceipt', params: [hash] });
  const status = receiptStatus(receipt);
  if (!status || !isRecord(receipt)) return undefined;
  if (status === 'success') {
    return movedAll(receipt, payload)
      ? { status: 'confirmed', hash }
      : { status: 'reverted', hash, reason: NOT_MOVED };
  }
  const reason = await readRevertReason(reader, hash, receipt);
  return { status: 'reverted', hash, reason };
}

/** The reason of a token's payment that succeeded without moving anything: old tokens return false instead of reverting. */
const NOT_MOVED = 'the token reported no transfer';

/** Whether a mined transaction moved what it was to pay: only a token can succeed without it. */
function movedAll({ logs }: Readonly<Record<string, unknown>>, payload: string | undefined): boolean {
  const payment = payload === undefined ? undefined : readTransferCall(payload);
  if (!payment || payment.amount === 0n) return true;
  return tokenTransfers(logs, payment.token).some(({ to, amount }) => to === payment.to && amount > 0n);
}

/** Returns the outcome when `other` used the transaction's nonce; undefined if its own is not known yet. */
async function replacedBy(
  reader: Reader,
  { hash, address }: SentTransaction,
  payload: string | undefined,
  other: ChainTransaction,
): Promise<TransactionOutcome | undefined> {
  const samePayment = other.payload === payload;
  if (samePayment) {
    // Resent, usually with a higher fee: the outcome is that of the new transaction.
    const outcome = await readOutcome(reader, other.hash, payload);
    if (outcome?.status !== 'confirmed') return outcome;
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
  const isUsedUp =
    gas !== undefined && typeof gasUsed === 'string' && readQuantity(gasUsed) * 20n >= gas * 17n;
  return isUsedUp ? OUT_OF_GAS : UNKNOWN_REASON;
}
