import type { CounterState } from './Cache.js';

/** Counters for security limits: replicas share them, and while they are unreachable, callers are refused. */
export interface Counters {
  /** Adds to the counter; the first addition starts a window of so many milliseconds. Atomic. */
  increment(key: string, by: number, window: number): Promise<CounterState>;
  /** Returns the count; 0 outside a window. */
  read(key: string): Promise<number>;
}
