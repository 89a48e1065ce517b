import { retryDelay } from './retryDelay.js';

/** Schedules connection attempts and selects the URL of each. */
export interface Attempts {
  /** The URL of the next attempt. */
  readonly url: string;
  /** Whether the next attempt is delayed. */
  readonly isPausing: boolean;
  /** Resets the pause to the shortest, because the relay responded or the page is back. */
  forgive(): void;
  /** Selects the next URL and schedules an attempt after a growing pause. */
  failed(next: () => void): void;
  /** Schedules an attempt after the longest pause. */
  muchLater(next: () => void): void;
  /** Cancels the scheduled attempt. */
  stop(): void;
}

/** A failure count that always results in the longest pause. */
const MANY = 16;

/** Creates the schedule: failover and exponential backoff. */
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
