import { describe, expect, it } from 'vitest';
import { walletConnectTimes } from './walletConnectTimes.js';

describe('walletConnectTimes', () => {
  it('names each duration in seconds [TIME-26]', () => {
    const { oneSecond, threeSeconds, fiveSeconds, tenSeconds, fourMinutes, oneMinute, oneYear } =
      walletConnectTimes;
    expect([oneSecond, threeSeconds, fiveSeconds, tenSeconds, fourMinutes]).toEqual([1, 3, 5, 10, 240]);
    expect(oneMinute).toBe(60);
    expect(walletConnectTimes.oneHour).toBe(60 * oneMinute);
    expect(walletConnectTimes.oneDay).toBe(24 * 60 * oneMinute);
    expect(oneYear).toBe(365 * 24 * 60 * 60);
    expect(Math.max(...Object.values(walletConnectTimes))).toBe(oneYear);
  });
});
