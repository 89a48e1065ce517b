import type { Database } from '../ports/Database.js';

/** Milliseconds between two clean-ups of a replica. */
const GAP = 60_000;

/** Makes what forgets the rows of a table whose `expires_at` has passed, now and then. */
export function sweeper(database: Database, table: string): () => Promise<void> {
  let swept = 0;
  return async () => {
    const now = Date.now();
    // A clock may be set back.
    if (Math.abs(now - swept) < GAP) return;
    swept = now;
    await database.query(`delete from ${table} where expires_at <= $1`, [new Date(now)]);
  };
}
