import type { Connected } from './ConnectionFigures.js';

/** State of a counter after an addition. */
export interface CounterState {
  /** The count since the window began, this addition included. */
  readonly count: number;
  /** Milliseconds until the window ends and the count restarts. */
  readonly resetsIn: number;
}

/**
 * Short-lived values and counters, in memory or on a server that replicas share. Data may be lost at any time. Every
 * adapter passes `cacheConformance`.
 */
export interface Cache extends Connected {
  /** Returns the value; undefined if it was never set, has expired or was lost. */
  get(key: string): Promise<string | undefined>;
  /** Stores the value for `ttl` milliseconds (at least 1). */
  set(key: string, value: string, ttl: number): Promise<void>;
  delete(key: string): Promise<void>;
  /**
   * Adds to the counter; the first addition starts a window of so many milliseconds. Atomic: concurrent additions of several
   * replicas all count.
   */
  increment(key: string, by: number, window: number): Promise<CounterState>;
  /** Releases connections. Further calls do nothing. */
  close(): Promise<void>;
}
