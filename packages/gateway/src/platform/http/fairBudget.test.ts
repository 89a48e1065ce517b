import { describe, expect, it, vi } from 'vitest';
import { fairBudget, knownCaller, stranger } from './fairBudget.js';

const LIMITS = { address: 4, wide: 8, project: 12, strangers: 16, all: 20 };

/** Takes parts until one is refused. Returns how many were taken. */
function fill(budget: ReturnType<typeof fairBudget>, payer = stranger('192.0.2.1'), most = 100): number {
  let count = 0;
  while (count < most && budget.take(payer, 1, () => {})) count += 1;
  return count;
}

describe('fairBudget', () => {
  it('limits an address, the networks around it, and a login', () => {
    const budget = fairBudget(LIMITS);
    expect(fill(budget, stranger('192.0.2.1'))).toBe(4);
    expect(fill(budget, stranger('192.0.2.2'))).toBe(4);
    // The /24 is used up: a third neighbour gets what it has least of, and no more.
    expect(fill(budget, stranger('192.0.2.3'), 50)).toBeLessThanOrEqual(4);
    expect(fill(fairBudget(LIMITS), knownCaller('ada'))).toBe(4);
  });

  it.each([
    ['IPv4 networks', (at: number) => `192.0.${at % 6}.${at}`],
    ['IPv6 networks of one provider', (at: number) => `2001:db8:1:${at.toString(16)}::/64`],
  ])(
    'gives an honest stranger and a login their part while a flood from many %s holds all it can',
    (_, name) => {
      const budget = fairBudget(LIMITS);
      for (let at = 0; at < 50; at += 1) fill(budget, stranger(name(at), 'shop'));
      expect(budget.take(stranger('198.51.100.1', 'shop'), 1)).toBeDefined();
      expect(budget.take(stranger('198.51.100.2', 'other'), 1)).toBeDefined();
      expect(fill(budget, knownCaller('ada'))).toBe(4);
      expect(budget.used).toBeLessThanOrEqual(LIMITS.all);
    },
  );

  it('takes from the heaviest, oldest first, and never from a login for a stranger', () => {
    const budget = fairBudget({ address: 10, wide: 10, project: 100, strangers: 4, all: 4 });
    const shed = vi.fn<(what: string) => void>();
    for (const name of ['first', 'second', 'third']) budget.take(stranger('192.0.2.1'), 1, () => shed(name));
    budget.take(knownCaller('ada'), 1, () => shed('ada'));
    expect(budget.take(stranger('198.51.100.1'), 1, () => shed('honest'))).toBeDefined();
    expect(shed.mock.calls).toEqual([['first']]);
    // Now both have as much as the other: nobody loses a part to an equal.
    budget.take(stranger('198.51.100.1'), 1, () => shed('more'));
    expect(shed.mock.calls).toEqual([['first']]);
    for (let at = 0; at < 3; at += 1) budget.take(knownCaller('bob'), 1);
    expect(shed.mock.calls.flat()).not.toContain('ada');
    expect(budget.used).toBe(4);
  });

  it('is as before once everything is released, in any order and twice', () => {
    const budget = fairBudget(LIMITS);
    const holds = ['192.0.2.1', '192.0.2.2', '2001:db8::/64'].map(from =>
      budget.take(stranger(from, 'a'), 3),
    );
    for (const hold of [...holds.reverse(), ...holds]) hold?.release();
    expect(budget.used).toBe(0);
    expect(fill(budget)).toBe(4);
  });
});
