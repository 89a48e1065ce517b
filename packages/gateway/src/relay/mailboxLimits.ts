import type { MailboxLimits } from '../ports/Mailbox.js';
import type { RelayLimits } from './relayLimits.js';

/** The relay's limits that its mailbox enforces. */
export function mailboxLimits(limits: Partial<RelayLimits>): Partial<MailboxLimits> {
  const { mailbox, clientBytes, networkBytes, mailboxBytes } = limits;
  return {
    ...(mailbox !== undefined && { perTopic: mailbox }),
    ...(clientBytes !== undefined && { clientBytes }),
    ...(networkBytes !== undefined && { networkBytes }),
    ...(mailboxBytes !== undefined && { bytes: mailboxBytes }),
  };
}
