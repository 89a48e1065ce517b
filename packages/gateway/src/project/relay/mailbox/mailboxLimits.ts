import type { MailboxLimits } from './Mailbox.js';

/** Those of the relay's limits that apply to its mailbox. */
export interface StorageLimits {
  /** Messages of a topic. */
  readonly mailbox: number;
  readonly clientBytes: number;
  readonly networkBytes: number;
  readonly mailboxBytes: number;
}

/** Names them as the mailbox does. */
export function mailboxLimits(limits: Partial<StorageLimits>): Partial<MailboxLimits> {
  const { mailbox, clientBytes, networkBytes, mailboxBytes } = limits;
  return {
    ...(mailbox !== undefined && { perTopic: mailbox }),
    ...(clientBytes !== undefined && { clientBytes }),
    ...(networkBytes !== undefined && { networkBytes }),
    ...(mailboxBytes !== undefined && { bytes: mailboxBytes }),
  };
}
