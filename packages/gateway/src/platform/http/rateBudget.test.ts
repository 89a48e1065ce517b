import { describe, expect, it } from 'vitest';
import { knownCaller, stranger } from './fairBudget.js';
import { rateBudget } from './rateBudget.js';

const LIMITS = { address: 20, wide: 60, project: 200, all: 1_000 };

const used = (
  budget: ReturnType<typeof rateBudget>,
  payer: Parameters<typeof budget.take>[0],
  tries = 1_000,
) => Array.from({ length: tries }, () => budget.take(payer)).filter(wait => wait === undefined).length;

describe('rateBudget', () => {
  it('limits an address, a network and a login, and says how long to wait', () => {
    let now = 0;
    const budget = rateBudget(LIMITS, () => now);
    expect(used(budget, stranger('2001:db8:1:1::/64'))).toBe(20);
    const more = Array.from({ length: 50 }, (_, at) => used(budget, stranger(`2001:db8:1:${at + 2}::/64`)));
    expect(more.reduce((sum, one) => sum + one, 0)).toBe(40);
    expect(used(budget, knownCaller('ada'))).toBe(20);
    now = 45_000;
    expect(budget.take(stranger('2001:db8:1:1::/64'))).toBe(15);
    now = 60_000;
    expect(budget.take(stranger('2001:db8:1:1::/64'))).toBeUndefined();
  });

  it('leaves honest callers their requests while a dozen networks flood a project', () => {
    const budget = rateBudget(LIMITS, () => 0);
    for (let net = 0; net < 12; net += 1) used(budget, stranger(`192.0.${net}.1`, 'shop'));
    for (let net = 0; net < 20; net += 1)
      expect(budget.take(stranger(`198.51.${net}.1`, 'shop')), `network ${net}`).toBeUndefined();
    expect(budget.take(stranger('198.51.100.1', 'other'))).toBeUndefined();
  });
});
