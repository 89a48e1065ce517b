/** Milliseconds after which idle work runs even if the browser is busy. */
const LATEST = 100;

/**
 * Runs work when the browser is idle, or soon if it doesn't support idle callbacks. Returns a function that cancels
 * it.
 */
export function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const request = requestIdleCallback(work, { timeout: LATEST });
    return () => cancelIdleCallback(request);
  }
  const timer = setTimeout(work, 1);
  return () => clearTimeout(timer);
}
