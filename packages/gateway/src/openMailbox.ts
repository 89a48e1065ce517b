import { databaseMailbox } from './adapters/databaseMailbox.js';
import { memoryMailbox } from './adapters/memoryMailbox.js';
import { redisMailbox } from './adapters/redisMailbox.js';
import type { Database } from './ports/Database.js';
import type { Mailbox } from './ports/Mailbox.js';
import type { Settings } from './readSettings.js';
import { mailboxLimits } from './relay/mailboxLimits.js';

/**
 * Opens the relay's mailbox as configured. A mailbox in the database writes to it when it closes, so close the mailbox
 * before the database.
 *
 * @throws BaseError `REDIS_UNREACHABLE`.
 */
export async function openMailbox(
  { relay, redisUrl }: Pick<Settings, 'relay' | 'redisUrl'>,
  database: Database,
): Promise<Mailbox> {
  const limits = mailboxLimits(relay.limits);
  if (relay.mailbox === 'redis' && redisUrl !== undefined) return redisMailbox(redisUrl, limits);
  return relay.mailbox === 'memory' ? memoryMailbox(limits) : databaseMailbox(database, limits);
}
