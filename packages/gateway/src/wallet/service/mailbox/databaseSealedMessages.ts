import * as z from 'zod';
import { sweepExpired } from '../../../platform/adapters/sweepExpired.js';
import type { Database } from '../../../platform/ports/Database.js';
import type { SealedMessages } from './SealedMessages.js';

const messageRow = z.object({ ct: z.string() });

/**
 * Sealed messages in a table, which replicas share.
 *
 * @param table - Requires the columns `id`, `ct` and `expires_at`.
 */
export function databaseSealedMessages(database: Database, table: string): SealedMessages {
  const sweep = sweepExpired(database, table);
  return {
    async put(id, message, life) {
      await sweep();
      const now = Date.now();
      const rows = await database.query(
        `insert into ${table} as known (id, ct, expires_at) values ($1, $2, $3)
         on conflict (id) do update set ct = excluded.ct, expires_at = excluded.expires_at
           where known.expires_at <= $4
         returning id`,
        [id, message, new Date(now + life), new Date(now)],
      );
      return rows.length > 0;
    },
    async take(id) {
      const [row] = await database.query(
        `with found as (
           select id, ct from ${table} where id = $1 and ct is not null and expires_at > $2 for update
         )
         update ${table} as box set ct = null from found where box.id = found.id returning found.ct`,
        [id, new Date()],
      );
      return row === undefined ? undefined : messageRow.parse(row).ct;
    },
  };
}
