import { BaseError } from 'latchkit/protocol';
import type { Database } from '../ports/Database.js';

/**
 * Resolves if the database takes writes: one that only reads, such as the old primary after a failover, serves nobody.
 *
 * @throws BaseError `DATABASE_UNREACHABLE`, or what the database answers.
 */
export async function requireWritable(database: Database): Promise<void> {
  const [row] = await database.query("select current_setting('transaction_read_only') as read_only");
  if (row?.read_only === 'off') return;
  throw new BaseError('DATABASE_UNREACHABLE', 'The PostgreSQL server takes no writes');
}
