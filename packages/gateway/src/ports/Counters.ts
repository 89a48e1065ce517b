import type { CounterState } from './Cache.js';

/** Counters that guard something: replicas share them, and while they are away callers are refused. */
export interface Counters {
  /** Adds to the counter; the first addition opens a window of that many milliseconds. Atomic. */
  increment(key: string, by: number, window: number): Promise<CounterState>;
  /** What it says; 0 when no window is open. */
  read(key: string): Promise<number>;
}
