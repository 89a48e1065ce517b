import type { CounterState } from './Cache.js';

/** A use that a counter counts until it is given back. */
export interface Reservation {
  /** The count, this use included. */
  readonly count: number;
  /** Gives the use back. Call it once; a window that began since keeps its count. */
  giveBack(): Promise<void>;
}

/** Counters for security limits: replicas share them, and while they are unreachable, callers are refused. */
export interface Counters {
  /** Adds to the counter; the first addition starts a window of so many milliseconds. Atomic. */
  increment(key: string, by: number, window: number): Promise<CounterState>;
  /**
   * Adds 1 if the count stays within the limit: concurrent calls never exceed it. For what counts only if it fails, such as a code.
   *
   * @returns undefined if the limit is reached; then nothing was counted.
   */
  reserve(key: string, most: number, window: number): Promise<Reservation | undefined>;
  /** Returns the count; 0 outside a window. */
  read(key: string): Promise<number>;
}
