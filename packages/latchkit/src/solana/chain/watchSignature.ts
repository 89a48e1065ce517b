import { sleep } from '../../core/adapter/abortable.js';
import type { SentTransaction, TransactionOutcome } from '../../core/adapter/Transaction.js';
import { retryRead, untilSettled } from '../../core/adapter/untilSettled.js';
import type { AskChain } from './askChain.js';
import { Integer, StatusesAnswer, TransactionAnswer } from './chainAnswers.js';
import { describeFailure } from './describeFailure.js';
import { BLOCKHASH_LIFE, STATUS_INTERVAL } from './solanaLimits.js';

/**
 * Waits until a transaction is confirmed or `finalized`, has failed, or can no longer land because its blockhash expired: wallets may
 * renew the blockhash before they sign, so it lives for another lifetime after the known one.
 *
 * @throws TRANSACTION_TIMEOUT not settled within 25 s; MODAL_CLOSED aborted.
 */
export function watchSignature(
  ask: AskChain,
  {
    hash,
    lastValidBlockHeight,
    signal,
    finalized = false,
  }: SentTransaction & { readonly signal: AbortSignal; readonly finalized?: boolean },
): Promise<TransactionOutcome> {
  return untilSettled(
    async ending => {
      for (;;) {
        const expired = await isExpired(ask, lastValidBlockHeight, ending);
        // Read after the height, so that a transaction in its last valid block does not count as dropped.
        const outcome = await readOutcome(ask, { hash, finalized }, ending);
        if (outcome) return outcome;
        if (expired) return { status: 'dropped', hash };
        await sleep(STATUS_INTERVAL, ending);
      }
    },
    signal,
    { hash },
  );
}

async function readOutcome(
  ask: AskChain,
  { hash, finalized }: { readonly hash: string; readonly finalized: boolean },
  signal: AbortSignal,
): Promise<TransactionOutcome | undefined> {
  const params = [[hash], { searchTransactionHistory: true }];
  const { value } = await retryRead(() => ask('getSignatureStatuses', params, StatusesAnswer), signal);
  const [status] = value;
  if (!status) return undefined;
  const { confirmationStatus, err } = status;
  const settled = confirmationStatus === 'finalized' || (!finalized && confirmationStatus === 'confirmed');
  // Before that, its fork may be abandoned, also that of a failed one.
  if (!settled) return undefined;
  if (err === null || err === undefined) return { status: 'confirmed', hash };
  return { status: 'reverted', hash, reason: describeFailure(err, await logsOf(ask, hash)) };
}

/** Returns a transaction's logs, or none if they are not available: they only improve the message. */
async function logsOf(ask: AskChain, hash: string): Promise<readonly string[]> {
  const options = { commitment: 'confirmed', encoding: 'json', maxSupportedTransactionVersion: 1 };
  const found = await ask('getTransaction', [hash, options], TransactionAnswer).catch(() => null);
  return found?.meta?.logMessages ?? [];
}

async function isExpired(
  ask: AskChain,
  lastValidBlockHeight: number | undefined,
  signal: AbortSignal,
): Promise<boolean> {
  if (lastValidBlockHeight === undefined) return false;
  const params = [{ commitment: 'confirmed' }];
  return (
    (await retryRead(() => ask('getBlockHeight', params, Integer), signal)) >
    BigInt(lastValidBlockHeight) + BLOCKHASH_LIFE
  );
}
