import type { Database } from '../ports/Database.js';

/** Minimum milliseconds between two clean-ups of a replica. */
const GAP = 60_000;

/** Creates the function that deletes expired rows of a table with an `expires_at` column, at intervals. */
export function sweepExpired(database: Database, table: string): () => Promise<void> {
  let swept = 0;
  return async () => {
    const now = Date.now();
    // The clock may have been set back.
    if (Math.abs(now - swept) < GAP) return;
    swept = now;
    await database.query(`delete from ${table} where expires_at <= $1`, [new Date(now)]);
  };
}
