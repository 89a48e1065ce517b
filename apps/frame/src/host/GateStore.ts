/** What a host did, as far as it affects its next requests. Times are milliseconds since 1970. */
export interface GateRecord {
  /** Requests are refused until then. */
  readonly closedUntil: number;
  /** When the last pause after refusals started. */
  readonly pausedAt: number;
  /** Times of the accepted requests and of those that the user refused, oldest first. */
  readonly entered: readonly number[];
  readonly refused: readonly number[];
}

/** Stores the record of one host. */
export interface GateStore {
  /** Undefined if nothing is stored. */
  read(): GateRecord | undefined;
  write(record: GateRecord): void;
}
