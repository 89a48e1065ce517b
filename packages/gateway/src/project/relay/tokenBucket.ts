/** Capacity of a bucket, in seconds of its rate. */
const BURST = 4;

/** A rate limit per second that allows bursts after a pause. */
export interface TokenBucket {
  /** Whether one more is allowed. */
  take(time: number): boolean;
}

/** @param rate - Per second; 0: no limit. */
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
