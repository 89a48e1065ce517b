import { retryDelay } from './retryDelay.js';

/** When the relay is tried next, and at which of its addresses. */
export interface Attempts {
  /** The address whose turn it is. */
  readonly url: string;
  /** Whether the next attempt waits for its time. */
  readonly isPausing: boolean;
  /** The relay was heard, or the page is back: the next pause is the shortest again. */
  forgive(): void;
  /** The next address has its turn, after a pause that grows. */
  failed(next: () => void): void;
  /** Tries after the longest pause. */
  muchLater(next: () => void): void;
  /** Ends the pause, without an attempt. */
  stop(): void;
}

/** Failures after which a pause is the longest, whatever came before. */
const MANY = 16;

/** Fail-over and growing pauses. */
export function createAttempts(urls: readonly string[]): Attempts {
  let failures = 0;
  let at = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const stop = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const later = (delay: number, next: () => void) => {
    stop();
    timer = setTimeout(() => {
      timer = undefined;
      next();
    }, delay);
  };

  return {
    get url() {
      return urls[at % urls.length] ?? '';
    },
    get isPausing() {
      return timer !== undefined;
    },
    forgive() {
      failures = 0;
    },
    failed(next) {
      at++;
      later(retryDelay(failures++), next);
    },
    muchLater: next => later(retryDelay(MANY), next),
    stop,
  };
}
