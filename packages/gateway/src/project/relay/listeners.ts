import { createHash } from 'node:crypto';
import { mailData } from './frames.js';
import type { Mail } from './mailbox/Mailbox.js';
import type { RelayLimits } from './relayLimits.js';
import type { RelayMetrics } from './relayMetrics.js';
import type { Replicas } from './replicas.js';
import type { Session } from './Session.js';
import { type TokenBucket, tokenBucket } from './tokenBucket.js';

interface Topic {
  readonly sessions: Set<Session>;
  readonly bucket: TokenBucket;
  /** Resolves when messages of other replicas arrive; the value unsubscribes. */
  readonly listening: Promise<() => Promise<void>>;
}

export interface ListenersParts {
  readonly replicas: Replicas;
  readonly limits: RelayLimits;
  readonly metrics: RelayMetrics;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

/** Tracks which sessions subscribe to which topic. */
export interface Listeners {
  /** Resolves with the subscription id, once the topic's channel to other replicas is open. */
  join(session: Session, topic: string): Promise<string>;
  part(session: Session, topic: string): void;
  /** Delivers a message to subscribers that may receive it now; the others are marked as behind. */
  deliver(mail: Mail): void;
  /** Whether one more message of the topic is within its rate limit. */
  mayPublish(topic: string, time: number): boolean;
  sessions(): ReadonlySet<Session>;
}

export function listeners({ replicas, limits, metrics, now, onError }: ListenersParts): Listeners {
  const topics = new Map<string, Topic>();

  const deliver = (mail: Mail) => {
    const sessions = topics.get(mail.topic)?.sessions;
    if (!sessions) return;
    const data = mailData(mail);
    const time = now();
    for (const session of sessions) {
      if (session.client === mail.sender || session.knows(mail) || !session.isOpen) continue;
      if (mustWait(session, mail)) session.behind.add(mail.topic);
      else {
        session.hand(mail, data, time);
        metrics.messageOut();
      }
    }
  };

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

  return {
    deliver,
    part,
    async join(session, name) {
      const topic = topicOf(name);
      topic.sessions.add(session);
      const id = session.subscriptions.get(name) ?? subscriptionId(name, session.client);
      if (!session.subscriptions.has(name)) metrics.subscribed(1);
      session.subscriptions.set(name, id);
      // Queue new messages behind those that are already stored.
      session.behind.add(name);
      await topic.listening.catch(error => {
        part(session, name);
        throw error;
      });
      // The session may have closed meanwhile.
      if (!session.isOpen) part(session, name);
      return id;
    },
    mayPublish: (topic, time) => topics.get(topic)?.bucket.take(time) ?? true,
    sessions: () => new Set([...topics.values()].flatMap(({ sessions }) => [...sessions])),
  };
}

/** Whether a message must wait: behind others of its topic, to keep their order, or because the window is full. */
const mustWait = ({ behind, reading, hasRoom }: Session, { topic }: Mail) =>
  behind.has(topic) || reading.has(topic) || !hasRoom;

/** The id is the same on each connection, so that a client knows it in advance. */
function subscriptionId(topic: string, client: string): string {
  return createHash('sha256')
    .update(topic + client)
    .digest('hex');
}
