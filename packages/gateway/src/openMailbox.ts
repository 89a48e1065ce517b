import { databaseMailbox } from './adapters/databaseMailbox.js';
import { memoryMailbox } from './adapters/memoryMailbox.js';
import { redisMailbox } from './adapters/redisMailbox.js';
import type { Database } from './ports/Database.js';
import type { Mailbox } from './ports/Mailbox.js';
import { mailboxLimits, type StorageLimits } from './relay/mailboxLimits.js';

/** Where undelivered messages are stored: memory is fastest and lost on restart; the others persist. */
export type MailboxKind = 'memory' | 'database' | 'redis';

export interface MailboxSetting {
  readonly mailbox: MailboxKind;
  readonly limits: Partial<StorageLimits>;
}

/**
 * Opens the relay's mailbox as configured. A mailbox in the database writes to it when it closes, so close the mailbox
 * before the database.
 *
 * @throws BaseError `REDIS_UNREACHABLE`.
 */
export async function openMailbox(
  { relay, redisUrl }: { readonly relay: MailboxSetting; readonly redisUrl: string | undefined },
  database: Database,
): Promise<Mailbox> {
  const limits = mailboxLimits(relay.limits);
  if (relay.mailbox === 'redis' && redisUrl !== undefined) return redisMailbox(redisUrl, limits);
  return relay.mailbox === 'memory' ? memoryMailbox(limits) : databaseMailbox(database, limits);
}
