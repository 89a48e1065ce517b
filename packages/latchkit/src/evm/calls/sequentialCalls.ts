import type { Call, CallsRequest, SentCalls } from '../../core/adapter/Calls.js';
import type { EvmTransaction, TransactionOutcome } from '../../core/adapter/Transaction.js';
import { untilSettled } from '../../core/adapter/untilSettled.js';
import { BaseError, isError } from '../../protocol/BaseError.js';
import { createError } from '../../protocol/errors.js';

/** Milliseconds that a call waits until the one before it is mined. */
const PREVIOUS_CALL_TIMEOUT = 120_000;

/** Digits of a 32-byte word in hexadecimal. */
const WORD = 64;
/** The last word of an id, and the word of a transaction that was not sent, as in viem. */
const MARK = '5792'.repeat(16);
const NOT_SENT = '0'.repeat(WORD);

/** What sending calls one by one needs of a connected wallet and of the chain. */
export interface CallSender {
  /** Passes a transaction to the wallet; returns its hash. */
  send(transaction: EvmTransaction): Promise<string>;
  /** Waits until a transaction is mined or replaced. */
  settle(hash: string, signal: AbortSignal): Promise<TransactionOutcome>;
}

/**
 * Sends calls as transactions, each after the one before it was mined, and stops at the first that fails.
 *
 * @throws The wallet's error if the first call was not sent.
 */
export async function sendSequentially(
  { send, settle }: CallSender,
  { calls, network, sequential }: CallsRequest,
): Promise<SentCalls> {
  const signal = sequential?.signal ?? new AbortController().signal;
  const hashes: string[] = [];
  const stop = (at: number, cause: unknown): SentCalls => {
    const error = isError(cause) ? cause : createError('REQUEST_FAILED', { cause });
    return { id: formatId(hashes, calls.length, Number(network.id)), stopped: { at, error } };
  };
  for (const [index, call] of calls.entries()) {
    try {
      hashes.push(await send(transactionOf(call)));
    } catch (cause) {
      if (index === 0) throw cause;
      return stop(index, cause);
    }
    if (index === calls.length - 1) break;
    try {
      const hash = hashes[index] ?? '';
      const look = (limit: AbortSignal) => settle(hash, limit);
      hashes[index] = minedHash(await untilSettled(look, signal, { hash }, PREVIOUS_CALL_TIMEOUT));
    } catch (cause) {
      return stop(index, cause);
    }
  }
  return { id: formatId(hashes, calls.length, Number(network.id)) };
}

const transactionOf = ({ to, value, data }: Call): EvmTransaction => ({
  to,
  ...(value === undefined ? {} : { value }),
  ...(data === undefined ? {} : { data }),
});

/** Returns the hash under which a call landed. @throws TRANSACTION_REVERTED with the chain's reason; REQUEST_FAILED if it was replaced. */
function minedHash(outcome: TransactionOutcome): string {
  const { hash } = outcome;
  if (outcome.status === 'confirmed') return hash;
  if (outcome.status === 'replaced' && outcome.samePayment) return outcome.replacement;
  if (outcome.status === 'reverted') {
    throw new BaseError('TRANSACTION_REVERTED', outcome.reason, { context: { hash } });
  }
  throw createError('REQUEST_FAILED', {
    details: `The transaction was ${outcome.status} before it was mined.`,
    context: { hash },
  });
}

/** Formats the id of a batch that was sent one by one: the hashes, the chain id and a mark, of 32 bytes each. */
function formatId(hashes: readonly string[], count: number, chainId: number): string {
  const words = Array.from({ length: count }, (_, index) => hashes[index]?.slice(2) ?? NOT_SENT);
  return `0x${words.join('')}${chainId.toString(16).padStart(WORD, '0')}${MARK}`;
}

/** Reads the id of a batch that was sent one by one; undefined if it is a wallet's own. `hashes` has undefined for calls never sent. */
export function readSequentialId(
  id: string,
): { readonly chainId: number; readonly hashes: readonly (string | undefined)[] } | undefined {
  if (!/^0x(?:[0-9a-f]{64}){3,}$/i.test(id) || !id.endsWith(MARK)) return undefined;
  const words = id.slice(2).match(/.{64}/g) ?? [];
  const chainId = Number.parseInt(words.at(-2) ?? '', 16);
  return { chainId, hashes: words.slice(0, -2).map(word => (word === NOT_SENT ? undefined : `0x${word}`)) };
}
