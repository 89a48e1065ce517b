/** Rate limit: allows `limit` calls in any `window` milliseconds and returns whether this call is allowed. */
export function createThrottle(limit: number, window: number): () => boolean {
  let passed: number[] = [];
  return () => {
    const now = Date.now();
    passed = passed.filter(time => now - time < window);
    if (passed.length >= limit) return false;
    passed.push(now);
    return true;
  };
}
