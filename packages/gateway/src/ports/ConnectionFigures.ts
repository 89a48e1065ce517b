/** What a pool of connections to a database does at this moment. */
export interface PoolFigures {
  /** Connections that may be open. */
  readonly max: number;
  readonly idle: number;
  readonly busy: number;
  /** Callers that wait for a connection. */
  readonly waiting: number;
  /** Statements that took too long, since the start. */
  readonly timeouts: number;
}

/** State of one connection to a Redis or Valkey server. */
export interface ConnectionFigures {
  /** What it is for, for example `cache`. */
  readonly name: string;
  readonly isConnected: boolean;
  /** Whether commands are refused because the server did not answer in time. */
  readonly isBreakerOpen: boolean;
  /** Commands that failed, those that were refused included, since the start. */
  readonly failed: number;
}

/** What stands on connections to a Redis or Valkey server. In memory there are none. */
export interface Connected {
  connections?(): readonly ConnectionFigures[];
}
