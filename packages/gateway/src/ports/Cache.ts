import type { Connected } from './ConnectionFigures.js';

/** What a counter says after it was raised. */
export interface CounterState {
  /** The count since the window began, what was just added included. */
  readonly count: number;
  /** Milliseconds until the window ends and the count begins anew. */
  readonly resetsIn: number;
}

/**
 * Short-lived values and counters: memory of this process, or a server that all replicas share. What it holds may be
 * lost at any time. Every adapter passes `cacheConformance`.
 */
export interface Cache extends Connected {
  /** The value, or undefined when it was never set, has expired or was lost. */
  get(key: string): Promise<string | undefined>;
  /** Keeps the value for `ttl` milliseconds (at least 1). */
  set(key: string, value: string, ttl: number): Promise<void>;
  delete(key: string): Promise<void>;
  /**
   * Adds to the counter; the first addition opens a window of that many milliseconds. Atomic: additions of several
   * replicas at the same moment all count.
   */
  increment(key: string, by: number, window: number): Promise<CounterState>;
  /** Releases connections. Closing twice does nothing. */
  close(): Promise<void>;
}
