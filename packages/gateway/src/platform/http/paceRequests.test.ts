import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stranger } from './fairBudget.js';
import { paceRequests } from './paceRequests.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('paceRequests', () => {
  it('begins a request of another network at once, whatever waits of a flooding one [SEC-110]', () => {
    const pace = paceRequests();
    const begun: string[] = [];
    for (let at = 0; at < 1_000; at += 1)
      pace.begin(stranger(`2001:db8:1:${at.toString(16)}::/64`), () => begun.push('flood'));
    expect(begun).toHaveLength(64);
    pace.begin(stranger('198.51.100.1'), () => begun.push('honest'));
    expect(begun.at(-1)).toBe('honest');
    vi.advanceTimersByTime(50);
    expect(begun).toHaveLength(65 + 16);
    vi.advanceTimersByTime(5_000);
    expect(begun).toHaveLength(1_001);
  });

  it('keeps the order of one network, and forgets networks that rest', () => {
    const pace = paceRequests();
    const begun: number[] = [];
    for (let at = 0; at < 200; at += 1) pace.begin(stranger('192.0.2.1'), () => begun.push(at));
    vi.runAllTimers();
    expect(begun).toEqual(Array.from({ length: 200 }, (_, at) => at));
    expect(vi.getTimerCount()).toBe(0);
  });
});
