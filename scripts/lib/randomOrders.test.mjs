import { describe, expect, it } from 'vitest';
import { randomOrders } from './randomOrders.mjs';

describe('randomOrders', () => {
  it('are three with short counts, the last on PGlite', () => {
    const orders = randomOrders();
    expect(new Set(orders.map(({ seed }) => seed)).size).toBe(3);
    expect(orders.map(({ env }) => env)).toEqual([
      { LATCHKIT_FULL: undefined },
      { LATCHKIT_FULL: undefined },
      { LATCHKIT_FULL: undefined, LATCHKIT_TEST_POSTGRES: 'off' },
    ]);
  });

  it('name their seeds, which repeat them', () => {
    const [order] = randomOrders([7]);
    expect(order?.name).toBe('unit tests, order 7');
    expect(order?.options).toEqual(['--sequence.shuffle.files', '--sequence.seed=7']);
  });
});
