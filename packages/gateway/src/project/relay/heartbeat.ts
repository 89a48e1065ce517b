import { CLOSE } from './closeCodes.js';
import type { Hub } from './hub.js';
import type { Session } from './Session.js';

/** Parts of the interval, so that sockets are pinged in turn instead of all at once. */
const SLICES = 20;
/** Milliseconds for which a socket may be blocked, or acknowledge nothing while its window is full. */
const STALLED = 30_000;
/** Milliseconds after which an unacknowledged message is delivered again. */
const UNACKNOWLEDGED = 10_000;

export interface Heartbeat {
  add(session: Session): void;
  remove(session: Session): void;
  stop(): void;
}

export interface HeartbeatParts {
  /** Milliseconds between two pings of a socket. */
  readonly interval: number;
  readonly hub: Hub;
  readonly now: () => number;
}

/** Pings every socket, closes those that don't respond or keep up, and delivers stored messages to the others. */
export function heartbeat({ interval, hub, now }: HeartbeatParts): Heartbeat {
  const slices = Array.from({ length: SLICES }, () => new Set<Session>());
  const sliceOf = new WeakMap<Session, Set<Session>>();
  let next = 0;
  let turn = 0;
  const timer = setInterval(() => {
    for (const session of slices[turn % SLICES] ?? []) check(session, hub, now());
    turn += 1;
  }, interval / SLICES);
  timer.unref();
  return {
    add(session) {
      const slice = slices[next % SLICES];
      next += 1;
      slice?.add(session);
      if (slice) sliceOf.set(session, slice);
    },
    remove: session => void sliceOf.get(session)?.delete(session),
    stop: () => clearInterval(timer),
  };
}

function check(session: Session, hub: Hub, time: number): void {
  if (!session.isOpen) return;
  // On a blocked socket the ping is still queued; the check below covers that case. On a paused one, the relay itself leaves the
  // client's pong unread.
  if (!session.isAlive && session.isFlowing && !session.socket.isPaused) {
    session.close(CLOSE.TIMEOUT, 'TIMEOUT', 'No answer to a ping');
    return;
  }
  if (session.isFlowing) session.stalledSince = undefined;
  else session.stalledSince ??= time;
  const stalled = session.stalledSince !== undefined && time - session.stalledSince >= STALLED;
  if (stalled || (!session.hasRoom && session.waitedFor(time) >= STALLED)) {
    session.close(CLOSE.SLOW_CONSUMER, 'SLOW_CONSUMER', 'The client does not keep up');
    return;
  }
  session.faults = Math.floor(session.faults / 2);
  session.excesses = Math.floor(session.excesses / 2);
  session.isAlive = false;
  session.socket.ping();
  session.remind(time - UNACKNOWLEDGED, time);
  // Retry messages that a failing mailbox held back.
  hub.catchUp(session);
}
