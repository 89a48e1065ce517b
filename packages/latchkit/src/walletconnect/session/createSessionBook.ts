import type { Storage } from '../../core/kernel/storage.js';
import { type BoundedSet, createBoundedSet } from '../../protocol/createBoundedSet.js';
import { createCollection } from '../storage/createCollection.js';
import { walletConnectError } from '../walletConnectError.js';
import { type Channel, noMatchingKey } from './createChannel.js';
import type { Deadlines } from './createDeadlines.js';
import { REASONS, type Reason } from './Reason.js';
import { isStoredSession, type StoredSession } from './Session.js';

/** Number of message ids stored per session, to recognize duplicates after a reload. */
const HANDLED_LIMIT = 100;

export interface SessionBookOptions {
  readonly storage: Storage;
  readonly channel: () => Channel;
  readonly deadlines: Deadlines;
  onExpire(session: StoredSession): void;
  /** Whether the relay is known on which a session lives. One that is not stays stored and is not shown. */
  isServed(session: StoredSession): boolean;
  /** A session ended, on either side. */
  onEnd(session: StoredSession): void;
}

/** Sessions with their topics and expiry. */
export interface SessionBook {
  all(): readonly StoredSession[];
  /** @throws WC_NO_MATCHING_KEY */
  get(topic: string): StoredSession;
  /** Stores a session and subscribes to it. */
  hold(session: StoredSession): Promise<void>;
  /** Changes an existing session. */
  change(topic: string, changes: Partial<StoredSession>): StoredSession | undefined;
  /** Removes a session and settles its pending calls. Returns the session, or undefined if there was none. */
  drop(topic: string, reason: Reason): StoredSession | undefined;
  /** Removes sessions that are no longer stored, because another tab ended them. */
  sweep(): readonly StoredSession[];
  /** Whether a peer's message was handled before; records it. */
  isOld(topic: string, id: number): boolean;
}

export function createSessionBook(options: SessionBookOptions): SessionBook {
  const { channel, deadlines } = options;
  const sessions = createCollection({ storage: options.storage, name: 'sessions', isItem: isStoredSession });
  /** This tab's sessions and message ids: other tabs may remove stored ones, and every tab receives all messages. */
  const held = new Map<string, { session: StoredSession; handled: BoundedSet<number> }>();

  const drop = (topic: string, { code, message }: Reason) => {
    const session = sessions.get(topic) ?? held.get(topic)?.session;
    sessions.delete(topic);
    held.delete(topic);
    deadlines.clear(topic);
    const details = message.slice(0, 200);
    channel().forget(
      topic,
      walletConnectError('WC_SESSION_ENDED', { details, context: { walletCode: code } }),
    );
    if (session) options.onEnd(session);
    return session;
  };

  const expire = (topic: string) => {
    // Another tab may have extended it.
    const now = sessions.get(topic);
    if (now && now.expiry * 1_000 > Date.now()) return watchExpiry(now);
    const session = drop(topic, { code: 6000, message: 'The session expired.' });
    if (session) options.onExpire(session);
  };
  const watchExpiry = ({ topic, expiry }: StoredSession) => deadlines.set(topic, expiry, () => expire(topic));

  const listen = (session: StoredSession) => {
    watchExpiry(session);
    held.set(session.topic, { session, handled: createBoundedSet(HANDLED_LIMIT, session.handled) });
    return channel().listen(session.topic, { symKey: session.symKey }, { name: session.relay });
  };

  return {
    all: () => sessions.all().filter(options.isServed),
    get(topic) {
      const session = sessions.get(topic);
      // Another tab ended it, or it expired while this page slept.
      if (!session) drop(topic, REASONS.userDisconnected);
      else if (session.expiry * 1_000 <= Date.now()) expire(topic);
      if (!session || session.expiry * 1_000 <= Date.now()) throw noMatchingKey(topic);
      // Another tab created it.
      if (!channel().knows(topic)) listen(session).catch(() => {});
      return session;
    },
    hold(session) {
      sessions.set(session.topic, session);
      return listen(session);
    },
    change(topic, changes) {
      const session = sessions.get(topic);
      if (!session) return undefined;
      const changed = { ...session, ...changes };
      sessions.set(topic, changed);
      if (changes.expiry !== undefined) watchExpiry(changed);
      return changed;
    },
    drop,
    sweep: () =>
      [...held.keys()]
        .filter(topic => !sessions.get(topic))
        .flatMap(topic => drop(topic, REASONS.userDisconnected) ?? []),
    isOld(topic, id) {
      const handled = held.get(topic)?.handled;
      if (!handled) return false;
      if (!handled.add(id)) return true;
      const session = sessions.get(topic);
      if (session) sessions.set(topic, { ...session, handled: handled.values() });
      return false;
    },
  };
}
