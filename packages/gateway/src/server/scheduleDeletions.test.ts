import { afterEach, describe, expect, it, vi } from 'vitest';
import { scheduleDeletions } from './scheduleDeletions.js';

afterEach(() => {
  vi.useRealTimers();
});

describe('scheduleDeletions', () => {
  it('runs at the start and every ten minutes, goes on after a failure, and ends', async () => {
    vi.useFakeTimers();
    const logged: unknown[] = [];
    let runs = 0;
    const end = scheduleDeletions(
      {
        async users() {
          runs += 1;
          if (runs === 2) throw new Error('The database is away');
          return runs - 1;
        },
        wallets: async () => runs - 1,
      },
      (level, event, fields) => logged.push([level, event, fields?.count]),
    );
    await vi.advanceTimersByTimeAsync(0);
    expect(runs).toBe(1);
    await vi.advanceTimersByTimeAsync(2 * 600_000);
    expect(logged).toEqual([
      ['error', 'deletion_failed', undefined],
      ['info', 'wallets_deleted', 1],
      ['info', 'users_deleted', 2],
      ['info', 'wallets_deleted', 2],
    ]);
    await end();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(runs).toBe(3);
  });
});
