import { mailData } from './frames.js';
import type { Mailbox } from './mailbox/Mailbox.js';
import { mailSize } from './mailbox/mailSize.js';
import type { RelayMetrics } from './relayMetrics.js';
import type { Session } from './Session.js';

/** Maximum number and bytes of messages in one page of the mailbox. */
const PAGE = 64;
const PAGE_BYTES = 1_048_576;
/** Maximum number of topics in one read. */
const MAX_TOPICS = 500;

export interface CatchUpParts {
  readonly mailbox: Mailbox;
  readonly metrics: RelayMetrics;
  readonly now: () => number;
  /** Receives errors of the mailbox. */
  readonly onError: (error: unknown) => void;
}

/** Creates the function that delivers stored messages to a session, as far as it accepts them. */
export function catchUp({ mailbox, metrics, now, onError }: CatchUpParts): (session: Session) => void {
  const readPage = async (session: Session) => {
    const asked = [...session.behind].slice(0, MAX_TOPICS);
    for (const topic of asked) session.behind.delete(topic);
    session.reading = new Set(asked);
    let isAll = false;
    try {
      const limit = session.knownCount + PAGE;
      const bytes = session.knownBytes + PAGE_BYTES;
      const waiting = await mailbox.list({ topics: asked, except: session.client, limit, bytes });
      const size = waiting.reduce((sum, { mail }) => sum + mailSize(mail), 0);
      isAll = waiting.length < limit && size < bytes;
      for (const { mail } of waiting) {
        if (!session.isOpen) return;
        if (session.knows(mail) || !session.subscriptions.has(mail.topic)) continue;
        if (!session.hasRoom) {
          isAll = false;
          return;
        }
        session.hand(mail, mailData(mail), now());
        metrics.messageOut();
      }
    } finally {
      session.reading = new Set();
      if (!isAll) {
        for (const topic of asked) if (session.subscriptions.has(topic)) session.behind.add(topic);
      }
    }
  };

  const readAll = async (session: Session) => {
    if (session.isCatchingUp || session.behind.size === 0) return;
    session.isCatchingUp = true;
    try {
      while (session.isOpen && session.behind.size > 0 && session.hasRoom) await readPage(session);
    } finally {
      session.isCatchingUp = false;
    }
  };
  return session => void readAll(session).catch(onError);
}
