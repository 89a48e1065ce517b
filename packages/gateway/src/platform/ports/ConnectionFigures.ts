/** Current state of a pool of database connections. */
export interface PoolFigures {
  /** Maximum number of connections. */
  readonly max: number;
  readonly idle: number;
  readonly busy: number;
  /** Number of callers waiting for a connection. */
  readonly waiting: number;
  /** Number of timed-out statements since startup. */
  readonly timeouts: number;
}

/** State of one connection to a Redis or Valkey server. */
export interface ConnectionFigures {
  /** Its purpose, for example `cache`. */
  readonly name: string;
  readonly isConnected: boolean;
  /** Whether commands are refused because the server did not respond in time. */
  readonly isBreakerOpen: boolean;
  /** Number of failed or refused commands since startup. */
  readonly failed: number;
}

/** A component that may use connections to a Redis or Valkey server; one in memory has none. */
export interface Connected {
  connections?(): readonly ConnectionFigures[];
}
