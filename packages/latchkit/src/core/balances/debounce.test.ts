import { afterEach, describe, expect, it, vi } from 'vitest';
import { debounce } from './refreshBalance.js';

describe('debounce', () => {
  afterEach(() => vi.useRealTimers());

  it('runs once, 500 ms after the last trigger [TIME-10]', () => {
    vi.useFakeTimers();
    let runs = 0;
    const trigger = debounce(() => runs++);
    trigger();
    vi.advanceTimersByTime(300);
    trigger();
    vi.advanceTimersByTime(499);
    expect(runs).toBe(0);
    vi.advanceTimersByTime(1);
    expect(runs).toBe(1);
    vi.advanceTimersByTime(5_000);
    expect(runs).toBe(1);
  });

  it('drops a waiting call when its signal is aborted', () => {
    vi.useFakeTimers();
    const controller = new AbortController();
    let runs = 0;
    const trigger = debounce(() => runs++, { signal: controller.signal });
    trigger();
    controller.abort();
    trigger();
    expect(vi.getTimerCount()).toBe(0);
    expect(runs).toBe(0);
  });
});
