/** Milliseconds after which work that waits for a pause is done without one. */
const LATEST = 100;

/** Does something in the browser's next pause, or soon where it names none. Answers how to do it not. */
export function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const request = requestIdleCallback(work, { timeout: LATEST });
    return () => cancelIdleCallback(request);
  }
  const timer = setTimeout(work, 1);
  return () => clearTimeout(timer);
}
