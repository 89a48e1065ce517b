import { createHash } from 'node:crypto';
import type { Mail, Mailbox } from '../ports/Mailbox.js';
import { mailData } from './frames.js';
import { limited } from './RelayError.js';
import type { RelayLimits } from './relayLimits.js';
import type { RelayMetrics } from './relayMetrics.js';
import type { Replicas } from './replicas.js';
import type { Session } from './Session.js';
import { type TokenBucket, tokenBucket } from './tokenBucket.js';

/** Messages that are read from the mailbox at once for a socket that is behind. */
const PAGE = 64;
/** Topics that are asked for at once. */
const MAX_TOPICS = 500;

interface Topic {
  readonly sessions: Set<Session>;
  readonly bucket: TokenBucket;
  /** Resolves when messages of other replicas are heard; gives what stops that. */
  readonly listening: Promise<() => Promise<void>>;
}

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
  publish(mails: readonly Mail[]): Promise<void>;
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

export function hub({ mailbox, replicas, limits, metrics, now, onError }: HubParts): Hub {
  const topics = new Map<string, Topic>();

  const deliver = (mail: Mail) => {
    const sessions = topics.get(mail.topic)?.sessions;
    if (!sessions) return;
    const data = mailData(mail);
    const time = now();
    for (const session of sessions) {
      if (session.client === mail.sender || session.knows(mail) || !session.isOpen) continue;
      // Behind others of its topic, so that their order holds.
      const mustWait = session.behind.has(mail.topic) || session.reading.has(mail.topic);
      if (mustWait || !session.hasRoom) session.behind.add(mail.topic);
      else {
        session.hand(mail, data, time);
        metrics.messageOut();
      }
    }
  };

  const readPage = async (session: Session) => {
    const asked = [...session.behind].slice(0, MAX_TOPICS);
    for (const topic of asked) session.behind.delete(topic);
    session.reading = new Set(asked);
    let isAll = false;
    try {
      const limit = session.knownCount + PAGE;
      const waiting = await mailbox.list({ topics: asked, except: session.client, limit });
      isAll = waiting.length < limit;
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

  const catchUp = async (session: Session) => {
    if (session.isCatchingUp || session.behind.size === 0) return;
    session.isCatchingUp = true;
    try {
      while (session.isOpen && session.behind.size > 0 && session.hasRoom) await readPage(session);
    } finally {
      session.isCatchingUp = false;
    }
  };
  const catchUpSoon = (session: Session) => void catchUp(session).catch(onError);

  const topicOf = (name: string): Topic => {
    const known = topics.get(name);
    if (known) return known;
    const listening = replicas.listen(name, deliver);
    const made = { sessions: new Set<Session>(), bucket: tokenBucket(limits.perTopic, now()), listening };
    topics.set(name, made);
    return made;
  };

  const part = (session: Session, name: string) => {
    const topic = topics.get(name);
    if (session.subscriptions.delete(name)) metrics.subscribed(-1);
    session.behind.delete(name);
    topic?.sessions.delete(session);
    if (!topic || topic.sessions.size > 0) return;
    topics.delete(name);
    topic.listening.then(stop => stop()).catch(onError);
  };

  const join = async (session: Session, name: string): Promise<string> => {
    const topic = topicOf(name);
    topic.sessions.add(session);
    const id = session.subscriptions.get(name) ?? subscriptionId(name, session.client);
    if (!session.subscriptions.has(name)) metrics.subscribed(1);
    session.subscriptions.set(name, id);
    // What comes from now on is put behind what already waits.
    session.behind.add(name);
    try {
      await topic.listening;
    } catch (error) {
      part(session, name);
      throw error;
    }
    // It may have left meanwhile.
    if (!session.isOpen) part(session, name);
    return id;
  };

  replicas.onMissed(() => {
    const sessions = new Set([...topics.values()].flatMap(topic => [...topic.sessions]));
    for (const session of sessions) {
      for (const name of session.subscriptions.keys()) session.behind.add(name);
      catchUpSoon(session);
    }
  });

  return {
    async publish(mails) {
      const time = now();
      for (const { topic } of mails) {
        if (topics.get(topic)?.bucket.take(time) ?? true) continue;
        metrics.refused('topic_rate');
        throw limited('RATE_LIMITED', 'Too many messages of this topic');
      }
      const outcomes = await mailbox.append(mails);
      const kept = mails.filter((_, index) => outcomes[index] === 'kept' || outcomes[index] === 'waiting');
      for (const mail of kept) {
        metrics.messageIn();
        deliver(mail);
      }
      if (replicas.areSeveral) await Promise.all(kept.map(mail => replicas.announce(mail)));
      if (!outcomes.includes('full')) return;
      metrics.refused('mailbox_full');
      throw limited('MAILBOX_FULL', 'As many messages wait in this topic as may');
    },
    async subscribe(session, wanted) {
      const added = new Set(wanted.filter(name => !session.subscriptions.has(name)));
      if (session.subscriptions.size + added.size > limits.subscriptions) {
        metrics.refused('subscriptions');
        throw limited('TOO_MANY_SUBSCRIPTIONS', `A socket may listen to ${limits.subscriptions} topics`);
      }
      return Promise.all(wanted.map(name => join(session, name)));
    },
    unsubscribe(session, names) {
      for (const name of names) part(session, name);
      return true;
    },
    async fetch(session, names, page) {
      const key = names.join();
      const after = session.fetching?.topics === key ? session.fetching.after : undefined;
      const query = { topics: names, except: session.client, limit: page + 1 };
      const found = await mailbox.list(after === undefined ? query : { ...query, after });
      const handed = found.slice(0, page);
      const last = handed.at(-1);
      const hasMore = found.length > page;
      session.fetching = hasMore && last ? { topics: key, after: last.position } : undefined;
      for (const _ of handed) metrics.messageOut();
      return { mails: handed.map(({ mail }) => mail), hasMore };
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

/** The same at each connection, so that a client knows it beforehand. */
function subscriptionId(topic: string, client: string): string {
  return createHash('sha256')
    .update(topic + client)
    .digest('hex');
}
