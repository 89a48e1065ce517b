import { describe, expect, it } from 'vitest';
import { type Candidate, type MatchedTransfer, matchTransfer } from './matchTransfer.js';

const NOON = Date.UTC(2026, 10, 29, 12);
const at = (minutes: number) => new Date(NOON + minutes * 60_000);

type Part = Candidate['parts'][number];

const part = (amount: bigint, sender: string, change: Partial<Part> = {}): Part => ({
  amount,
  sender,
  isSenderCertain: true,
  isAlone: false,
  names: null,
  ...change,
});

/** A payment that waits until one o'clock. */
function order(
  id: string,
  amount: bigint,
  parts: readonly Part[] = [],
  change: Partial<Candidate['payment']> = {},
): Candidate {
  const payment = {
    id,
    projectId: 'shop',
    chainId: 'eip155:1',
    recipient: '0xa',
    token: '',
    amount,
    reference: null,
    finality: 'included' as const,
    confirmations: null,
    status: 'open' as const,
    received: 0n,
    told: 0n,
    toldCount: 0,
    createdAt: at(0),
    expiresAt: at(60),
    paidAt: null,
    fromNumber: 1,
    fromHash: '0x1',
    ...change,
  };
  return { payment, parts };
}

const EXPIRED = { status: 'expired', expiresAt: at(5) } as const;
const PAID = { status: 'paid', paidAt: at(5) } as const;

/** The place of a transfer, ten minutes past noon: `pays ID`, `late ID` or `unmatched`. */
function place(candidates: readonly Candidate[], amount: bigint, change: Partial<MatchedTransfer> = {}) {
  const transfer = {
    amount,
    sender: 'ada',
    isSenderCertain: true,
    includedAt: at(10),
    names: null,
    ...change,
  };
  const found = matchTransfer(candidates, transfer);
  return found.kind === 'unmatched' ? found.kind : `${found.kind} ${found.payment.id}`;
}

const alone = { isAlone: true };

describe('matchTransfer', () => {
  it('gives the payment of the next customer to no payment that misses just as much [SEC-105]', () => {
    const attackers = order('attacker', 1_000_000n, [part(400_000n, 'eve', alone)]);
    const customers = order('customer', 600_000n);
    for (const sender of ['ada', 'eve']) {
      expect(place([attackers, customers], 600_000n, { sender })).toBe('pays customer');
    }
    expect(place([attackers, customers], 600_001n)).toBe('unmatched');
    expect(place([attackers, customers], 599_999n)).toBe('unmatched');
    expect(place([attackers, customers], 600_000n, { sender: 'eve', names: 'attacker' })).toBe(
      'pays attacker',
    );
  });

  it.each<[string, readonly Candidate[], bigint, Partial<MatchedTransfer>, string]>([
    // 1. The one that it names.
    ['names a payment', [order('a', 10n), order('b', 20n)], 10n, { names: 'b' }, 'pays b'],
    ['names one and pays too much', [order('a', 10n), order('b', 20n)], 99n, { names: 'b' }, 'pays b'],
    [
      'names one that has expired',
      [order('a', 10n), order('b', 10n, [], EXPIRED)],
      10n,
      { names: 'b' },
      'late b',
    ],
    ['names one that is paid', [order('a', 10n), order('b', 10n, [], PAID)], 10n, { names: 'b' }, 'late b'],
    ['names one of another project', [order('a', 10n)], 10n, { names: 'theirs' }, 'unmatched'],
    // 2. The full amount.
    ['is a full amount', [order('a', 10n), order('b', 20n)], 20n, {}, 'pays b'],
    ['is what two expect', [order('a', 10n), order('b', 10n)], 10n, {}, 'unmatched'],
    [
      'is the full amount of one with a part',
      [order('a', 10n, [part(4n, 'eve')]), order('b', 6n)],
      10n,
      {},
      'pays a',
    ],
    // 3. A part.
    ['is from the sender of a part', [order('a', 10n, [part(4n, 'ada')]), order('b', 20n)], 3n, {}, 'pays a'],
    ['is more than is missing', [order('a', 10n, [part(4n, 'ada')]), order('b', 20n)], 7n, {}, 'pays a'],
    [
      'is from the sender of two parts',
      [order('a', 10n, [part(4n, 'ada')]), order('b', 20n, [part(3n, 'ada')])],
      6n,
      {},
      'unmatched',
    ],
    [
      'is from a sender that named the payment before',
      [order('a', 10n, [part(4n, 'ada', { names: 'a' })]), order('b', 20n)],
      3n,
      {},
      'unmatched',
    ],
    ['begins the only one', [order('a', 10n)], 3n, {}, 'pays a'],
    ['pays too much for the only one', [order('a', 10n)], 30n, {}, 'pays a'],
    ['goes on with the only one', [order('a', 10n, [part(4n, 'eve', alone)])], 3n, {}, 'pays a'],
    [
      'begins the only one, of which a stranger has paid a named part',
      [order('a', 10n, [part(1n, 'eve', { names: 'a' })])],
      3n,
      {},
      'pays a',
    ],
    ['goes on with one that was not the only one', [order('a', 10n, [part(4n, 'eve')])], 3n, {}, 'unmatched'],
    [
      'is a part of one of two',
      [order('a', 10n, [part(4n, 'eve', alone)]), order('b', 20n)],
      3n,
      {},
      'unmatched',
    ],
    // Several senders, or one that others can act for, are nobody in particular.
    [
      'has several senders',
      [order('a', 10n, [part(4n, '')]), order('b', 20n)],
      3n,
      { sender: '' },
      'unmatched',
    ],
    [
      'has a sender that is not certain',
      [order('a', 10n, [part(4n, 'ada')]), order('b', 20n)],
      3n,
      { isSenderCertain: false },
      'unmatched',
    ],
    [
      'is from the sender of a part that was not certain',
      [order('a', 10n, [part(4n, 'ada', { isSenderCertain: false })]), order('b', 20n)],
      3n,
      {},
      'unmatched',
    ],
    // 4. Too late, or for none.
    ['comes too late', [order('a', 10n, [], EXPIRED)], 10n, {}, 'late a'],
    ['comes too late, and too little', [order('a', 10n, [], EXPIRED)], 3n, {}, 'late a'],
    ['comes twice', [order('a', 10n, [], PAID)], 10n, {}, 'late a'],
    [
      'is the full amount of an expired one',
      [order('a', 10n, [], EXPIRED), order('b', 50n)],
      10n,
      {},
      'late a',
    ],
    [
      'is the full amount of two expired ones',
      [order('a', 10n, [], EXPIRED), order('b', 10n, [], EXPIRED)],
      10n,
      {},
      'unmatched',
    ],
    ['is the full amount of an open one', [order('a', 10n, [], EXPIRED), order('b', 10n)], 10n, {}, 'pays b'],
    [
      'fits none of two that ended',
      [order('a', 10n, [], EXPIRED), order('b', 20n, [], PAID)],
      3n,
      {},
      'unmatched',
    ],
    [
      'was in time, and is read later',
      [order('a', 10n, [], { ...EXPIRED, expiresAt: at(20) })],
      10n,
      {},
      'pays a',
    ],
  ])('decides where a transfer belongs that %s [SEC-105]', (_, candidates, amount, change, expected) => {
    expect(place(candidates, amount, change)).toBe(expected);
  });

  it('counts a payment as no longer open once its parts suffice, also those that no block contains yet', () => {
    const included = order('a', 10n, [part(10n, 'eve')]);
    expect(place([included], 10n)).toBe('late a');
    expect(place([included, order('b', 10n)], 10n)).toBe('pays b');
  });
});
