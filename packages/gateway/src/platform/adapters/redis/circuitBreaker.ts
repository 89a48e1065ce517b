/** Milliseconds without requests to a server that did not respond. */
const REST = 1_000;

/**
 * Tracks whether a server responds. After a timeout it gets no requests for a second; then one request is let through, and
 * others only once that one has succeeded.
 */
export interface CircuitBreaker {
  /** Whether a request may be sent. */
  take(): boolean;
  /** Whether requests are refused, or a single trial request is in progress. */
  readonly isOpen: boolean;
  answered(): void;
  /** Records a timeout. */
  failed(): void;
}

export function circuitBreaker(now: () => number = Date.now): CircuitBreaker {
  let restsUntil: number | undefined;
  return {
    get isOpen() {
      return restsUntil !== undefined;
    },
    take() {
      if (restsUntil === undefined) return true;
      if (now() < restsUntil) return false;
      // This request is the trial; the others wait for its result, or for another period.
      restsUntil = now() + REST;
      return true;
    },
    answered() {
      restsUntil = undefined;
    },
    failed() {
      restsUntil = now() + REST;
    },
  };
}
