/** Milliseconds that a server that did not answer is left alone. */
const REST = 1_000;

/**
 * Knows whether a server answers. One that did not is left alone for a second; then a single question is let through, and
 * only once that is answered are others.
 */
export interface CircuitBreaker {
  /** Whether a question may be sent. */
  take(): boolean;
  /** Whether questions are refused, or one is out to see whether the server answers again. */
  readonly isOpen: boolean;
  answered(): void;
  /** It did not answer in time. */
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
      // This one tries; the others wait until it is known, or for as long again.
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
