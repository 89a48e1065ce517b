import { catchUp } from './catchUp.js';
import { type Listeners, listeners } from './listeners.js';
import type { Mail, Mailbox } from './mailbox/Mailbox.js';
import { mailSize } from './mailbox/mailSize.js';
import { limited } from './RelayError.js';
import type { RelayLimits } from './relayLimits.js';
import type { RelayMetrics } from './relayMetrics.js';
import type { Replicas } from './replicas.js';
import type { Session } from './Session.js';

/** Maximum bytes of the messages in one page; a single message may be larger. */
const FETCH_SIZE = 1_048_576;

export interface HubParts {
  readonly mailbox: Mailbox;
  readonly replicas: Replicas;
  readonly limits: RelayLimits;
  readonly metrics: RelayMetrics;
  readonly now: () => number;
  /** Receives errors of the mailbox and of the message channels. */
  readonly onError: (error: unknown) => void;
}

/** Tracks subscriptions, and delivers messages to subscribers. */
export interface Hub {
  /** Stores messages, then delivers them to subscribers. @throws RelayError `RATE_LIMITED` or `MAILBOX_FULL`. */
  publish(mails: readonly Mail[], network: string): Promise<void>;
  /** Resolves with the subscription ids. @throws RelayError `TOO_MANY_SUBSCRIPTIONS`. */
  subscribe(session: Session, topics: readonly string[]): Promise<readonly string[]>;
  unsubscribe(session: Session, topics: readonly string[]): true;
  /** A page of stored messages; the next call continues after it. */
  fetch(session: Session, topics: readonly string[], page: number): Promise<FetchedPage>;
  /** Marks a message as received without a delivery. */
  receive(topic: string, id: string): Promise<void>;
  /** Handles the client's acknowledgement of a delivery. */
  acknowledge(session: Session, id: number): void;
  /** Delivers stored messages to a session, as far as it accepts them. */
  catchUp(session: Session): void;
  /** Removes a session. */
  leave(session: Session): void;
  close(): Promise<void>;
}

export interface FetchedPage {
  readonly mails: readonly Mail[];
  readonly hasMore: boolean;
}

export function hub(parts: HubParts): Hub {
  const { mailbox, replicas, limits, metrics, now, onError } = parts;
  const listening = listeners(parts);
  const { join, part, sessions } = listening;
  const catchUpSoon = catchUp(parts);

  replicas.onMissed(() => {
    for (const session of sessions()) {
      for (const name of session.subscriptions.keys()) session.behind.add(name);
      catchUpSoon(session);
    }
  });

  return {
    publish: (mails, network) => publish(parts, listening, mails, network),
    async subscribe(session, wanted) {
      const added = new Set(wanted.filter(name => !session.subscriptions.has(name)));
      if (session.subscriptions.size + added.size > limits.subscriptions) {
        metrics.refused('subscriptions');
        throw limited('TOO_MANY_SUBSCRIPTIONS', `A socket may listen to ${limits.subscriptions} topics`);
      }
      const joined = await Promise.allSettled(wanted.map(name => join(session, name)));
      const refused = joined.find(result => result.status === 'rejected');
      if (refused === undefined) return joined.flatMap(result => ('value' in result ? result.value : []));
      // A refused client is subscribed to none of the topics.
      for (const name of added) part(session, name);
      throw refused.reason;
    },
    unsubscribe(session, names) {
      for (const name of names) part(session, name);
      return true;
    },
    async fetch(session, names, page) {
      const fetched = await session.inTurn(() => fetchPage(mailbox, session, names, page));
      for (const _ of fetched.mails) metrics.messageOut();
      return fetched;
    },
    receive: (topic, id) => mailbox.acknowledge(topic, id),
    acknowledge(session, id) {
      const mail = session.acknowledged(id);
      if (!mail) return;
      metrics.acknowledged(now() - mail.publishedAt);
      // If this fails, the message is delivered again to another socket: delivery is at least once.
      mailbox
        .acknowledge(mail.topic, mail.id)
        .catch(onError)
        .finally(() => session.settled(mail));
      catchUpSoon(session);
    },
    catchUp: catchUpSoon,
    leave(session) {
      for (const name of [...session.subscriptions.keys()]) part(session, name);
    },
    close: () => replicas.close(),
  };
}

/** Stores messages, then delivers them to subscribers here and on the other replicas. */
async function publish(
  { mailbox, replicas, metrics, now }: HubParts,
  { mayPublish, deliver }: Listeners,
  mails: readonly Mail[],
  network: string,
): Promise<void> {
  const time = now();
  for (const { topic } of mails) {
    if (mayPublish(topic, time)) continue;
    metrics.refused('topic_rate');
    throw limited('RATE_LIMITED', 'Too many messages of this topic');
  }
  const outcomes = await mailbox.append(mails, network);
  const kept = mails.filter((_, index) => outcomes[index] === 'kept' || outcomes[index] === 'waiting');
  for (const mail of kept) {
    metrics.messageIn();
    deliver(mail);
  }
  if (replicas.areSeveral) await Promise.all(kept.map(mail => replicas.announce(mail)));
  if (!outcomes.includes('full')) return;
  metrics.refused('mailbox_full');
  throw limited('MAILBOX_FULL', 'As many messages wait in this topic as may');
}

/** Reads a page, and records in the session where the next one begins. */
async function fetchPage(
  mailbox: Mailbox,
  session: Session,
  names: readonly string[],
  page: number,
): Promise<FetchedPage> {
  const key = names.join();
  const after = session.fetching?.topics === key ? session.fetching.after : undefined;
  const query = { topics: names, except: session.client, limit: page + 1, bytes: FETCH_SIZE + 1 };
  const found = await mailbox.list(after === undefined ? query : { ...query, after });
  let size = 0;
  const tooMuch = found.findIndex(({ mail }, index) => {
    size += mailSize(mail);
    return index > 0 && size > FETCH_SIZE;
  });
  const handed = found.slice(0, tooMuch === -1 ? page : Math.min(tooMuch, page));
  const last = handed.at(-1);
  const hasMore = found.length > handed.length || size > FETCH_SIZE;
  session.fetching = hasMore && last ? { topics: key, after: last.position } : undefined;
  return { mails: handed.map(({ mail }) => mail), hasMore };
}
