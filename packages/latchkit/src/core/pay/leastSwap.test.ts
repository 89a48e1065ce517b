import { describe, expect, it } from 'vitest';
import type { SwapQuote } from '../swap/swapState.js';
import { leastSwap } from './leastSwap.js';

const UNIT = 10n ** 18n;

/** Pools with a constant product: what they hold, and their fee in thousandths. */
interface Pool {
  readonly paid: bigint;
  readonly received: bigint;
  readonly fee: bigint;
  /** What its gas costs, in units of the received token. */
  readonly gas: bigint;
}

/** Quotes from the pool that brings the most after its gas. A percent may be lost before the swap reverts. */
function quoterOf(pools: readonly Pool[]) {
  const asked: bigint[] = [];
  const ask = async (amountIn: bigint): Promise<SwapQuote> => {
    asked.push(amountIn);
    const [amountOut = 0n] = pools
      .map(({ paid, received, fee, gas }) => {
        const after = amountIn * (1_000n - fee);
        return { out: (after * received) / (paid * 1_000n + after), gas };
      })
      .sort((one, other) => Number(other.out - other.gas - (one.out - one.gas)))
      .map(({ out }) => out);
    return {
      ...{ engine: 'pools', from: 'eip155:1', to: `eip155:1:0x${'1'.repeat(40)}`, amountIn, amountOut },
      ...{ minimumOut: (amountOut * 99n) / 100n, priceImpactPct: 0, fee: 0n, expiresAt: 0, route: [] },
    };
  };
  return { ask, asked };
}

const deep: Pool = { paid: 2_000n * UNIT, received: 5_000_000n * UNIT, fee: 1n, gas: UNIT };
/** Cheaper in gas, so small swaps take it. */
const simple: Pool = { paid: 1_000n * UNIT, received: 2_500_000n * UNIT, fee: 3n, gas: 0n };

describe('leastSwap', () => {
  it.for([
    { name: 'of a balance that is larger than the pool', pools: [deep], balance: 10_000n * UNIT },
    { name: 'when small swaps take another route', pools: [deep, simple], balance: 10_000n * UNIT },
    { name: 'of a balance that hardly suffices', pools: [deep], balance: (UNIT * 5n) / 1_000n },
  ])('brings the amount with half a percent to spare at most, $name', async ({ pools, balance }) => {
    const { ask, asked } = quoterOf(pools);
    const due = 12n * UNIT;
    const { minimumOut } = await leastSwap(await ask(balance), due, ask);
    expect(minimumOut).toBeGreaterThanOrEqual(due);
    expect(Number(minimumOut - due) / Number(due)).toBeLessThan(0.005);
    expect(asked.length).toBeLessThanOrEqual(5);
  });

  it('keeps a swap that brings the smallest unit', async () => {
    const { ask } = quoterOf([{ ...deep, paid: UNIT, received: 100n }]);
    const first = await ask(10n * UNIT);
    expect((await leastSwap(first, 1n, ask)).minimumOut).toBeGreaterThanOrEqual(1n);
  });
});
