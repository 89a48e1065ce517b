/** What a host did that its next requests depend on. Times are milliseconds since 1970. */
export interface GateRecord {
  /** Until then nothing is taken in. */
  readonly closedUntil: number;
  /** When the last pause after refusals began. */
  readonly pausedAt: number;
  /** Requests that were taken in, and those that the visitor refused, oldest first. */
  readonly entered: readonly number[];
  readonly refused: readonly number[];
}

/** Keeps the record of one host. */
export interface GateStore {
  /** Undefined if nothing is stored. */
  read(): GateRecord | undefined;
  write(record: GateRecord): void;
}
