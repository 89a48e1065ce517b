/** Seconds of its rate that a bucket holds. */
const BURST = 4;

/** Lets so many pass a second, and some more at once after a pause. */
export interface TokenBucket {
  /** Whether one more may pass. */
  take(time: number): boolean;
}

/** @param rate - Per second; 0: all pass. */
export function tokenBucket(rate: number, time: number): TokenBucket {
  const most = rate * BURST;
  let tokens = most;
  let filled = time;
  return {
    take(at) {
      if (rate === 0) return true;
      tokens = Math.min(most, tokens + (Math.max(0, at - filled) / 1_000) * rate);
      filled = at;
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
  };
}
