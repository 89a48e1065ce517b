import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { awaitedLater } from '../../../../../scripts/lib/awaitedLater.mjs';
import { awaitTransaction } from './awaitTransaction.js';
import { readReceipt } from './readReceipt.js';
import { payloadOf, transferCall } from './transferCall.js';

const HASH = `0x${'ab'.repeat(32)}`;
const FROM = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const TOKEN = '0x00000000000000000000000000000000000000c0';
const TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const sent = { hash: HASH, chainId: 'eip155:1', address: FROM, nonce: 7 } as const;
const { to, value, data } = transferCall({ to: TO, amount: 5n, token: TOKEN });
const tokenPayment = { ...sent, payload: payloadOf(to, value, data) };
const mined = {
  transactionHash: HASH,
  blockHash: `0x${'cd'.repeat(32)}`,
  blockNumber: '0x10',
  gasUsed: '0x5208',
  status: '0x1',
  logs: [],
};
const word = (digits: string) => `0x${digits.replace('0x', '').toLowerCase().padStart(64, '0')}`;
const moved = { address: TOKEN, topics: [TOPIC, word(FROM), word(TO)], data: word('5') };

/** A node that answers the receipts in order, the last one again and again. */
function nodeWith(...receipts: readonly unknown[]) {
  let looks = 0;
  return {
    async request({ method }: { method: string }) {
      if (method === 'eth_getTransactionReceipt') {
        looks += 1;
        return receipts[Math.min(looks, receipts.length) - 1];
      }
      return method === 'eth_getTransactionCount' ? '0x7' : null;
    },
  };
}

async function outcomeOf(node: ReturnType<typeof nodeWith>, asked: typeof sent = sent) {
  const leave = new AbortController();
  let outcome: unknown = 'waiting';
  const waiting = awaitedLater(
    awaitTransaction(node, asked, leave.signal).then(
      found => {
        outcome = found;
      },
      () => {},
    ),
  );
  await vi.advanceTimersByTimeAsync(10_000);
  leave.abort();
  await waiting;
  return outcome;
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('awaitTransaction', () => {
  const pending = { ...mined, blockHash: null, blockNumber: null, status: null };
  const { status: _, ...without } = pending;

  it.each([
    ['with null fields', pending],
    ['without a status', without],
    ['with a status and no block', { ...pending, status: '0x1' }],
    ['with a block and no status', { ...mined, status: undefined }],
    ['of a wrong type', 'pending'],
  ])('takes a receipt %s as pending, and the real one as the outcome (EVM-05)', async (_name, early) => {
    expect(readReceipt(typeof early === 'string' ? {} : early)).toBeUndefined();
    expect(await outcomeOf(nodeWith(early))).toBe('waiting');
    expect(await outcomeOf(nodeWith(early, early, { ...mined, status: '0x0' }))).toMatchObject({
      status: 'reverted',
    });
    expect(await outcomeOf(nodeWith(early, mined))).toEqual({ status: 'confirmed', hash: HASH });
  });

  it('does not claim that a payment is gone because its nonce is used by a transaction that it cannot find (SOL-01)', async () => {
    const node = nodeWith(null);
    const pruned = {
      async request(asked: { method: string; params?: unknown }) {
        if (asked.method === 'eth_getTransactionCount') return '0x8';
        return asked.method === 'eth_blockNumber' ? '0x10' : node.request(asked);
      },
    };
    expect(await outcomeOf(pruned)).toBe('waiting');
  });

  it.each([
    ['no log', [], 'reverted'],
    ['the event of another token', [{ ...moved, address: TO }], 'reverted'],
    ['an event for another receiver', [{ ...moved, topics: [TOPIC, word(FROM), word(FROM)] }], 'reverted'],
    ['an event of nothing', [{ ...moved, data: word('0') }], 'reverted'],
    ['another event', [{ ...moved, topics: [word('1'), word(FROM), word(TO)] }], 'reverted'],
    ['logs of null', null, 'reverted'],
    ['logs with holes', [null, { topics: null }, { ...moved, topics: [TOPIC, null, null] }], 'reverted'],
    ['its event', [{}, moved], 'confirmed'],
    ['a fee taken from it', [{ ...moved, data: word('4') }], 'confirmed'],
  ] as const)('takes a token’s payment with %s as %3$s (EVM-11)', async (_name, logs, status) => {
    expect(await outcomeOf(nodeWith({ ...mined, logs }), tokenPayment)).toMatchObject({ status });
    expect(await outcomeOf(nodeWith({ ...mined, logs }))).toMatchObject({ status: 'confirmed' });
  });
});
