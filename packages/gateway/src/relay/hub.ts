import type { Mail, Mailbox } from '../ports/Mailbox.js';
import { mailSize } from '../ports/mailSize.js';
import { catchUp } from './catchUp.js';
import { type Listeners, listeners } from './listeners.js';
import { limited } from './RelayError.js';
import type { RelayLimits } from './relayLimits.js';
import type { RelayMetrics } from './relayMetrics.js';
import type { Replicas } from './replicas.js';
import type { Session } from './Session.js';

/** Bytes of the messages in one page; one message may have more. */
const FETCH_SIZE = 1_048_576;

export interface HubParts {
  readonly mailbox: Mailbox;
  readonly replicas: Replicas;
  readonly limits: RelayLimits;
  readonly metrics: RelayMetrics;
  readonly now: () => number;
  /** Hears that the mailbox, or the way to the other replicas, failed. */
  readonly onError: (error: unknown) => void;
}

/** Knows who listens to what, and brings messages there. */
export interface Hub {
  /** Keeps messages, then hands them to whoever listens. @throws RelayError `RATE_LIMITED` or `MAILBOX_FULL`. */
  publish(mails: readonly Mail[], network: string): Promise<void>;
  /** Gives the ids of the subscriptions. @throws RelayError `TOO_MANY_SUBSCRIPTIONS`. */
  subscribe(session: Session, topics: readonly string[]): Promise<readonly string[]>;
  unsubscribe(session: Session, topics: readonly string[]): true;
  /** A page of what waits; the next call goes on behind it. */
  fetch(session: Session, topics: readonly string[], page: number): Promise<FetchedPage>;
  /** A message was received by other means than its delivery. */
  receive(topic: string, id: string): Promise<void>;
  /** The client acknowledged what was handed out under this id. */
  acknowledge(session: Session, id: number): void;
  /** Hands out what waits for a session, as far as it takes it. */
  catchUp(session: Session): void;
  /** Forgets a session. */
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
      // Who is refused listens to none of them.
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
      // Whatever fails here is handed out once more to another socket: at least once.
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

/** Keeps messages, then hands them to whoever listens, here and at the other replicas. */
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

/** Reads a page; the session remembers where the next one begins. */
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
