import * as z from 'zod';
import type { Counters } from '../ports/Counters.js';
import type { Database } from '../ports/Database.js';
import { sweepExpired } from './sweepExpired.js';

const counterRow = z.object({ count: z.coerce.number(), expiresAt: z.date() });

/**
 * Counters in a table, which replicas share and which survives a crash.
 *
 * @param table - Requires the columns `key`, `count` and `expires_at`.
 */
export function databaseCounters(database: Database, table: string): Counters {
  const sweep = sweepExpired(database, table);
  return {
    async increment(key, by, window) {
      await sweep();
      const now = Date.now();
      const [row] = await database.query(
        `insert into ${table} as known (key, count, expires_at) values ($1, $2, $3)
         on conflict (key) do update set
           count = case when known.expires_at <= $4 then excluded.count else known.count + excluded.count end,
           expires_at = case when known.expires_at <= $4 then excluded.expires_at else known.expires_at end
         returning count, expires_at as "expiresAt"`,
        [key, by, new Date(now + window), new Date(now)],
      );
      const { count, expiresAt } = counterRow.parse(row);
      return { count, resetsIn: expiresAt.getTime() - now };
    },
    async reserve(key, most, window) {
      await sweep();
      const now = Date.now();
      const [row] = await database.query(
        `insert into ${table} as known (key, count, expires_at) values ($1, 1, $2)
         on conflict (key) do update set
           count = case when known.expires_at <= $3 then 1 else known.count + 1 end,
           expires_at = case when known.expires_at <= $3 then excluded.expires_at else known.expires_at end
           where known.expires_at <= $3 or known.count < $4
         returning count, expires_at as "expiresAt"`,
        [key, new Date(now + window), new Date(now), most],
      );
      if (row === undefined) return undefined;
      const { count, expiresAt } = counterRow.parse(row);
      return {
        count,
        async giveBack() {
          await database.query(
            `update ${table} set count = count - 1 where key = $1 and expires_at = $2 and count > 0`,
            [key, expiresAt],
          );
        },
      };
    },
    async read(key) {
      const [row] = await database.query(
        `select count, expires_at as "expiresAt" from ${table} where key = $1 and expires_at > $2`,
        [key, new Date()],
      );
      return row === undefined ? 0 : counterRow.parse(row).count;
    },
  };
}
