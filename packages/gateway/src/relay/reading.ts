import type { RelayLimits } from './relayLimits.js';
import type { Session } from './Session.js';

/** Requests of one socket under way, above which nothing more is read from it, and below which it is again. */
const PAUSE_AT = 256;
const RESUME_AT = 64;
/** Bytes of a socket's requests under way. The rest of a frame that has begun to arrive still comes. */
const SOCKET_BYTES = 2 * 1_048_576;
/** Sockets that are read again at once: what each sends counts only when it has come. */
const RESUMED = 16;

/** Decides which sockets are read from, so that requests under way do not fill the memory of the process. */
export interface Reading {
  /** A request came. */
  began(session: Session, bytes: number): void;
  /** It was answered. */
  ended(session: Session, bytes: number): void;
  /** Reads from the socket, or stops to: called when what decides about it may have changed. */
  look(session: Session): void;
  /** The socket is gone; its requests still end. */
  forget(session: Session): void;
}

/**
 * Reads from a socket while it takes its answers, has few requests under way, and all sockets of the process together have
 * not too much of them.
 */
export function reading({ inFlight }: Pick<RelayLimits, 'inFlight'>): Reading {
  const held = new Set<Session>();
  // Held only because of the others, in the order in which they were.
  const queue = new Set<Session>();
  let total = 0;

  const isWithin = (session: Session) =>
    held.has(session)
      ? session.pending <= RESUME_AT && session.pendingBytes <= SOCKET_BYTES / 2
      : session.pending < PAUSE_AT && session.pendingBytes < SOCKET_BYTES;
  const look = (session: Session) => {
    queue.delete(session);
    const mayRead = session.isFlowing && isWithin(session);
    if (mayRead && total < inFlight) {
      if (held.delete(session)) session.socket.resume();
      return;
    }
    if (mayRead && session.isOpen) queue.add(session);
    held.add(session);
    session.socket.pause();
  };
  return {
    look,
    began(session, bytes) {
      session.pending += 1;
      session.pendingBytes += bytes;
      total += bytes;
      look(session);
    },
    ended(session, bytes) {
      session.pending -= 1;
      session.pendingBytes -= bytes;
      total -= bytes;
      if (held.has(session)) look(session);
      for (const next of [...first(queue, RESUMED)]) if (total < inFlight) look(next);
    },
    forget(session) {
      held.delete(session);
      queue.delete(session);
    },
  };
}

function* first<Item>(items: Iterable<Item>, count: number): Iterable<Item> {
  let left = count;
  for (const item of items) {
    if (left === 0) return;
    left -= 1;
    yield item;
  }
}
