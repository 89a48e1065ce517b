import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { awaitedLater } from '../../../../../scripts/lib/awaitedLater.mjs';
import { retryRead } from './untilSettled.js';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('retryRead', () => {
  it('tries a failing read again after 200, 400, 800, 1600, 3200 and 6400 ms, then stops [TIME-20]', async () => {
    const start = Date.now();
    const at: number[] = [];
    const reading = retryRead(async () => {
      at.push(Date.now() - start);
      throw new Error(`failure ${at.length}`);
    }, new AbortController().signal);
    const failed = awaitedLater(expect(reading).rejects.toThrow('failure 7'));
    await vi.advanceTimersByTimeAsync(60_000);
    await failed;
    expect(at).toEqual([0, 200, 600, 1_400, 3_000, 6_200, 12_600]);
  });

  it('returns the first successful read', async () => {
    let reads = 0;
    const reading = awaitedLater(
      retryRead(async () => {
        reads += 1;
        if (reads < 3) throw new Error('not yet');
        return 'there';
      }, new AbortController().signal),
    );
    await vi.advanceTimersByTimeAsync(600);
    expect(await reading).toBe('there');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('stops waiting when it is left', async () => {
    const left = new AbortController();
    const reading = retryRead(() => Promise.reject(new Error('down')), left.signal);
    const settled = awaitedLater(expect(reading).rejects.toMatchObject({ code: 'MODAL_CLOSED' }));
    await vi.advanceTimersByTimeAsync(100);
    left.abort();
    await settled;
    expect(vi.getTimerCount()).toBe(0);
  });
});
