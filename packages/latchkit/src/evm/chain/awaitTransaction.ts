import { sleep } from '../../core/adapter/abortable.js';
import { OUT_OF_GAS, type SentTransaction, type TransactionOutcome } from '../../core/adapter/Transaction.js';
import { retryRead } from '../../core/adapter/untilSettled.js';
import { isRecord } from '../../core/adapter/untrusted.js';
import { receiptStatus } from '../../protocol/receiptStatus.js';
import { tokenTransfers } from '../../protocol/tokenTransfers.js';
import { readQuantity, toHex } from '../provider/quantity.js';
import { type ChainTransaction, readTransaction } from './ChainTransaction.js';
import type { GasLimits } from './createGasLimits.js';
import type { Reader } from './createReaders.js';
import { findReplacement } from './findReplacement.js';
import { revertOf, UNKNOWN_REASON } from './revertOf.js';
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
  limits?: Pick<GasLimits, 'ranOut'>,
): Promise<TransactionOutcome> {
  const { hash, address, chainId } = sent;
  const ranOut = (transaction: ChainTransaction) => limits?.ranOut(chainId, transaction);
  let { nonce, payload } = sent;
  for (;;) {
    const outcome = await retryRead(() => readOutcome(reader, hash, { payload, ranOut }), signal);
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
        const outcome = await retryRead(() => replacedBy(reader, sent, { payload, ranOut }, found), signal);
        if (outcome) return outcome;
      }
    }
    await sleep(LOOK_EVERY, signal);
  }
}

/** What is known of a transaction, and what is told of one that ran out of gas. */
interface Known {
  readonly payload: string | undefined;
  readonly ranOut: (transaction: ChainTransaction) => void;
}

/** Returns a mined transaction's outcome; undefined while it is not mined. */
async function readOutcome(
  reader: Reader,
  hash: string,
  { payload, ranOut }: Known,
): Promise<TransactionOutcome | undefined> {
  const receipt = await reader.request({ method: 'eth_getTransactionReceipt', params: [hash] });
  const status = receiptStatus(receipt);
  if (!status || !isRecord(receipt)) return undefined;
  if (status === 'success') {
    return movedAll(receipt, payload)
      ? { status: 'confirmed', hash }
      : { status: 'reverted', hash, reason: NOT_MOVED };
  }
  const reason = await readRevertReason(reader, hash, { receipt, ranOut });
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
  known: Known,
  other: ChainTransaction,
): Promise<TransactionOutcome | undefined> {
  const samePayment = other.payload === known.payload;
  if (samePayment) {
    // Resent, usually with a higher fee: the outcome is that of the new transaction.
    const outcome = await readOutcome(reader, other.hash, known);
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
 * the state before. If neither tells, it may have run out of gas. Returns 'unknown reason' otherwise.
 */
async function readRevertReason(
  reader: Reader,
  hash: string,
  {
    receipt: { blockNumber, gasUsed },
    ranOut,
  }: Pick<Known, 'ranOut'> & { readonly receipt: Readonly<Record<string, unknown>> },
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
  const used = typeof gasUsed === 'string' ? readQuantity(gasUsed) : 0n;
  if (gas === undefined || !(isUsedUp(gas, used) || (await lacksGas(reader, { call, gas, block }))))
    return UNKNOWN_REASON;
  ranOut(transaction);
  return OUT_OF_GAS;
}

/** Whether nearly the whole limit was used: a call keeps a 64th back from each call that it makes (EIP-150). */
const isUsedUp = (gas: bigint, used: bigint) => used * 20n >= gas * 17n;

/**
 * Whether a call fails with its limit of gas and succeeds without, in the second of its block: what is kept back adds up where
 * calls are nested deeply, so that a limit which was too low is not used up.
 */
async function lacksGas(
  reader: Reader,
  { call, gas, block }: { readonly call: object; readonly gas: bigint; readonly block: bigint },
): Promise<boolean> {
  const succeeds = (params: readonly unknown[]) =>
    reader.request({ method: 'eth_call', params }).then(
      () => true,
      () => false,
    );
  try {
    const params = [toHex(block), false];
    const mined = await reader.request({ method: 'eth_getBlockByNumber', params });
    const time = toHex(readQuantity(isRecord(mined) ? mined.timestamp : undefined));
    const before = [toHex(block - 1n), {}, { time }];
    if (!(await succeeds([call, ...before]))) return false;
    return !(await succeeds([{ ...call, gas: toHex(gas) }, ...before]));
  } catch {
    return false;
  }
}
