/** A gate that lets `limit` calls through in any `window` milliseconds, and answers whether this one may pass. */
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
