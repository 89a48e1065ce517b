import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { awaitedLater } from '../../../../../scripts/lib/awaitedLater.mjs';
import type { AskChain } from './askChain.js';
import { watchSignature } from './watchSignature.js';

const sent = { hash: 'signature', chainId: 'solana:local', address: 'payer' } as const;

/** A chain at a height, which knows the transaction after some looks. */
function chainAt(height: number, knownAfter: number): AskChain {
  let looks = 0;
  return async (method, _params, schema) => {
    if (method === 'getBlockHeight') return schema.parse(height);
    looks += 1;
    return schema.parse({
      value: [looks > knownAfter ? { err: null, confirmationStatus: 'confirmed' } : null],
    });
  };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('watchSignature', () => {
  it.each([
    { height: 1_001, ends: 'confirmed' },
    { height: 1_150, ends: 'confirmed' },
    { height: 1_151, ends: 'dropped' },
  ])(
    'says $ends at height $height, because the wallet may have renewed the blockhash (SOL-01)',
    async ({ height, ends }) => {
      const { signal } = new AbortController();
      const watched = awaitedLater(
        watchSignature(chainAt(height, 3), { ...sent, lastValidBlockHeight: 1_000, signal }),
      );
      await vi.advanceTimersByTimeAsync(5_000);
      expect(await watched).toMatchObject({ status: ends });
    },
  );

  it('never says that a transaction is dropped whose lifetime is not known (SOL-01)', async () => {
    const { signal } = new AbortController();
    const watched = awaitedLater(watchSignature(chainAt(1e9, 10), { ...sent, signal }));
    await vi.advanceTimersByTimeAsync(11_000);
    expect(await watched).toMatchObject({ status: 'confirmed' });
  });
});
