import { CLOSE } from './closeCodes.js';
import type { Hub } from './hub.js';
import type { Session } from './Session.js';

/** Slices of the interval: sockets are pinged in turn, not all at one moment. */
const SLICES = 20;
/** Milliseconds that a socket may take nothing, and acknowledge nothing while its window is full. */
const STALLED = 30_000;
/** Milliseconds after which a message that is not acknowledged is handed out once more. */
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

/** Pings every socket, ends those that do not answer or do not keep up, and lets the others catch up. */
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
  // A ping waits behind what the socket does not take: that is judged below.
  if (!session.isAlive && session.isFlowing) {
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
  // What a failing mailbox kept back is tried again.
  hub.catchUp(session);
}
