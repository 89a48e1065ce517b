import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { untilSettled } from './untilSettled.js';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());
const open = () => new AbortController().signal;

describe('untilSettled', () => {
  it('times out after 25 s, and aborts the read [TIME-19]', async () => {
    let looking: AbortSignal | undefined;
    let settled: unknown = 'waiting';
    const waiting = untilSettled(signal => {
      looking = signal;
      return new Promise(() => {});
    }, open()).catch((error: { code: string }) => {
      settled = error.code;
    });
    await vi.advanceTimersByTimeAsync(24_999);
    expect(settled).toBe('waiting');
    await vi.advanceTimersByTimeAsync(1);
    await waiting;
    expect(settled).toBe('TRANSACTION_TIMEOUT');
    expect(looking?.aborted).toBe(true);
  });

  it('returns the result and leaves no timer, or reports the abort', async () => {
    expect(await untilSettled(async () => 'found', open())).toBe('found');
    await expect(untilSettled(async () => new Promise(() => {}), AbortSignal.abort())).rejects.toMatchObject({
      code: 'MODAL_CLOSED',
    });
    await expect(untilSettled(() => Promise.reject(new Error('down')), open())).rejects.toMatchObject({
      code: 'REQUEST_FAILED',
    });
    expect(vi.getTimerCount()).toBe(0);
  });
});
