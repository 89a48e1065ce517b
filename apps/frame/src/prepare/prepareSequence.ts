import { frameError, receiptStatus } from 'latchkit/protocol';
import { type Hex, keccak256, parseTransaction, serializeTransaction } from 'viem';
import { sleep } from '../services/sleep.js';
import { type AskedCalls, accountCall } from './accountCall.js';
import type { PrepareContext, Prepared } from './Prepared.js';
import { prepareTransaction } from './prepareTransaction.js';

/** Milliseconds between two looks for a receipt, and until a transaction counts as not mined. */
const POLLING = 1_000;
const MINING_LIMIT = 120_000;

/**
 * Calls of the EOA: transactions with consecutive nonces, in one review. Each is sent after the one before it was mined, and the first
 * that fails ends the rest, whose signatures are dropped.
 */
export async function prepareSequence(context: PrepareContext, { id, calls }: AskedCalls): Promise<Prepared> {
  const { payload } = context;
  const signings: Prepared['signings'][number][] = [];
  const warnings: Prepared['warnings'][number][] = [];
  for (const [at, call] of calls.entries()) {
    const { to, value, data } = accountCall(call);
    const asked = { to, value: `0x${value.toString(16)}`, data };
    const one = await prepareTransaction({ ...context, payload: { ...payload, params: [asked] } });
    const [signing] = one.signings;
    // Only the first can be estimated: the others may depend on it.
    if (at === 0) warnings.push(...one.warnings);
    signings.push({
      ...signing,
      id: calls.length === 1 ? signing.id : `${signing.id}/${at}`,
      payload: withNonceAfter(signing.payload as Hex, at),
    });
  }
  const [first, ...others] = signings;
  if (!first) throw frameError('BAD_MESSAGE');
  return {
    signings: [first, ...others],
    warnings,
    answer: signed => sendInOrder(context, id, signed as readonly Hex[]),
  };
}

/** Adds a number to the nonce of an unsigned transaction. */
function withNonceAfter(unsigned: Hex, count: number): Hex {
  const transaction = parseTransaction(unsigned);
  return serializeTransaction({ ...transaction, nonce: (transaction.nonce ?? 0) + count });
}

/** Sends the transactions in order. Resolves to the id of the calls once the first is on its way. */
function sendInOrder(
  context: PrepareContext,
  asked: string | undefined,
  signed: readonly Hex[],
): Promise<{ readonly id: string }> {
  const { calls } = context.operations;
  const [first = '0x'] = signed;
  const id = asked ?? keccak256(first);
  return new Promise((resolve, reject) => {
    const work = async () => {
      const sent: Hex[] = [];
      try {
        await sendNext(context, id, { signed, sent });
      } catch (error) {
        // After an abort, it may have been sent.
        if (!context.signal.aborted) calls.remove(id);
        reject(error);
        return;
      }
      resolve({ id });
      await sendRest(context, id, { signed, sent });
    };
    calls.whileSending(id, work).catch(reject);
  });
}

interface Sequence {
  readonly signed: readonly Hex[];
  /** The hashes of those that were sent. */
  readonly sent: Hex[];
}

/** Records the next transaction and sends it: a page that ends in between finds it on the chain, or not. */
async function sendNext(
  { payload: { chainId }, signer, reader, operations: { calls }, signal, ended }: PrepareContext,
  id: string,
  { signed, sent }: Sequence,
): Promise<void> {
  const isFirst = sent.length === 0;
  const next = signed[sent.length] ?? '0x';
  const hash = keccak256(next);
  sent.push(hash);
  calls.put({
    ...{ id, chainId, account: signer.evm, isSettled: false },
    transactions: { hashes: [...sent], total: signed.length },
  });
  // The host's request ends with the first one.
  const until = isFirst ? signal : ended;
  try {
    await reader.request(chainId, 'eth_sendRawTransaction', [next], until);
  } catch (error) {
    // The answer may be lost, and the transaction not.
    const known = await reader.request(chainId, 'eth_getTransactionByHash', [hash], until).catch(() => null);
    if (typeof known !== 'object' || known === null) throw error;
  }
}

/** Sends the other transactions until one fails. Never rejects. */
async function sendRest(context: PrepareContext, id: string, sequence: Sequence): Promise<void> {
  const { payload, reader, ended } = context;
  const { signed, sent } = sequence;
  try {
    // The last one too: until it is mined, a node that does not know it yet says nothing.
    while (
      (await isMined(reader, payload.chainId, sent.at(-1) ?? '', ended)) &&
      sent.length < signed.length
    ) {
      await sendNext(context, id, sequence);
    }
  } catch {
    // Refused, or the page ended: the rest is not sent.
  }
}

/** Waits for a transaction. @returns whether it succeeded in time. */
async function isMined(
  reader: PrepareContext['reader'],
  chainId: string,
  hash: string,
  ended: AbortSignal,
): Promise<boolean> {
  const until = performance.now() + MINING_LIMIT;
  while (performance.now() < until) {
    const receipt = await reader
      .request(chainId, 'eth_getTransactionReceipt', [hash], ended)
      .catch(() => undefined);
    ended.throwIfAborted();
    const status = receiptStatus(receipt);
    if (status) return status === 'success';
    await sleep(POLLING, ended);
  }
  return false;
}
