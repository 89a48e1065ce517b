import type { PoolFigures } from './ConnectionFigures.js';

/** A value that may be bound to a placeholder (`$1`). JSON is bound as text and cast in the statement (`$1::jsonb`). */
export type SqlValue = string | number | boolean | Date | Uint8Array | null;

/** One row as the database returned it; stores parse it before use. */
export type SqlRow = Readonly<Record<string, unknown>>;

/** Runs statements, either on their own or inside a transaction. */
export interface SqlRunner {
  /**
   * Runs one statement. `jsonb` columns arrive parsed, `timestamptz` columns as `Date`, `bytea` columns as `Uint8Array`.
   *
   * @throws an error whose `code` is the SQLSTATE when the database refuses the statement.
   */
  query(sql: string, values?: readonly SqlValue[]): Promise<readonly SqlRow[]>;
  /** Runs several statements without placeholders: migrations only. */
  script(sql: string): Promise<void>;
}

/** A PostgreSQL database: a server, or PGlite inside the process. Every adapter passes `databaseConformance`. */
export interface Database extends SqlRunner {
  /** Commits when `run` resolves; rolls back and rejects with its reason when `run` rejects. */
  transaction<Result>(run: (runner: SqlRunner) => Promise<Result>): Promise<Result>;
  /** Figures of the connection pool, if it has one. */
  pool?(): PoolFigures;
  /** Releases connections and files. Further calls do nothing. */
  close(): Promise<void>;
}
