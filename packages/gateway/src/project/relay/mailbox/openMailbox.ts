import type { Database } from '../../../platform/ports/Database.js';
import { databaseMailbox } from './databaseMailbox.js';
import type { Mailbox } from './Mailbox.js';
import { mailboxLimits, type StorageLimits } from './mailboxLimits.js';
import { memoryMailbox } from './memoryMailbox.js';
import { redisMailbox } from './redisMailbox.js';

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
