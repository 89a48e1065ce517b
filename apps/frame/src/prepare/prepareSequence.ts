import { frameError } from 'latchkit/protocol';
import { type Hex, keccak256, parseTransaction, serializeTransaction } from 'viem';
import { sleep } from '../services/sleep.js';
import type { SentCallsRecord } from '../smartAccount/createCallsStore.js';
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
  const action = { text: 'action.oneByOne', slots: { count: { number: String(calls.length) } } } as const;
  return {
    signings: [first, ...others],
    warnings,
    ...(calls.length > 1 && { action }),
    async answer(signed) {
      const [hash = '0x'] = signed.map(one => keccak256(one as Hex));
      const record: SentCallsRecord = {
        ...{ id: id ?? hash, chainId: payload.chainId, account: context.signer.evm, isSettled: false },
        transactions: { hashes: [hash], total: signed.length, isOver: false },
      };
      const { calls: store } = context.operations;
      await context.reader.request(payload.chainId, 'eth_sendRawTransaction', [signed[0]], context.signal);
      store.put(record);
      void sendRest(context, record, signed.slice(1));
      return { id: record.id };
    },
  };
}

/** Adds a number to the nonce of an unsigned transaction. */
function withNonceAfter(unsigned: Hex, count: number): Hex {
  const transaction = parseTransaction(unsigned);
  return serializeTransaction({ ...transaction, nonce: (transaction.nonce ?? 0) + count });
}

/** Sends the other transactions in order, and records how far it came. Never rejects. */
async function sendRest(
  { payload, reader, operations: { calls }, ended }: PrepareContext,
  record: SentCallsRecord,
  signed: readonly string[],
): Promise<void> {
  const { chainId } = payload;
  const hashes = [...(record.transactions?.hashes ?? [])];
  const put = (isOver: boolean) =>
    calls.put({ ...record, transactions: { hashes: [...hashes], total: signed.length + 1, isOver } });
  try {
    for (const next of signed) {
      if (!(await isMined(reader, chainId, hashes.at(-1) ?? '', ended))) break;
      await reader.request(chainId, 'eth_sendRawTransaction', [next], ended);
      hashes.push(keccak256(next as Hex));
      put(false);
    }
  } catch {
    // Refused, or the session ended: the rest is not sent.
  }
  put(true);
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
    if (typeof receipt === 'object' && receipt !== null)
      return 'status' in receipt && receipt.status === '0x1';
    await sleep(POLLING, ended);
  }
  return false;
}
