import { describe, expect, it } from 'vitest';
import { RpcError } from '../../platform/jsonrpc/RpcError.js';
import { inSmallerParts } from './inSmallerParts.js';

const refused = (rpcCode = -32_000) => new RpcError(502, rpcCode, 'CALL_FAILED', 'The chain refused a call');

/** Answers about items as a node does that gives so many at once, and nothing together with a bad one. */
function node(most: number, bad: ReadonlySet<number> = new Set()) {
  const asked: number[] = [];
  return {
    asked,
    async ask(items: readonly number[]): Promise<readonly string[]> {
      asked.push(items.length);
      if (items.length > most || items.some(item => bad.has(item))) throw refused();
      return items.map(String);
    },
  };
}

const items = Array.from({ length: 300 }, (_, index) => index);
const alone = () => 'none';

describe('inSmallerParts', () => {
  it.each([1, 2, 7, 100, 299, 300])('reads all from a node that gives %i at once (RV-01)', async most => {
    const { ask, asked } = node(most);
    expect(await inSmallerParts(items, ask, alone)).toEqual(items.map(String));
    expect(asked.length).toBeLessThan(2 * items.length);
  });

  it('reads the others beside those that are refused with all around them (RV-01)', async () => {
    const bad = new Set([0, 17, 18, 299]);
    const { ask, asked } = node(300, bad);
    const expected = items.map(item => (bad.has(item) ? 'none' : String(item)));
    expect(await inSmallerParts(items, ask, alone)).toEqual(expected);
    expect(asked.length).toBeLessThan(80);
  });

  it.each([
    ['a rate', refused(-32_005)],
    ['a rate of HTTP', new RpcError(429, -32_005, 'UPSTREAM_RATE_LIMITED', 'The chain is asked too often')],
    ['an outage', new RpcError(502, -32_000, 'UPSTREAM_FAILED', 'The chain answered with an error')],
  ])('asks for nothing more in %s (RV-01)', async (_, error) => {
    let count = 0;
    const ask = async () => {
      count += 1;
      throw error;
    };
    await expect(inSmallerParts(items, ask, alone)).rejects.toBe(error);
    expect(count).toBe(1);
  });
});
