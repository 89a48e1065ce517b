import type { RelayLimits } from './relayLimits.js';
import type { Session } from './Session.js';

/** Number of a socket's requests in progress at which reading stops, and below which it resumes. */
const PAUSE_AT = 256;
const RESUME_AT = 64;
/** Maximum bytes of a socket's requests in progress. The rest of a frame that has begun still arrives. */
const SOCKET_BYTES = 2 * 1_048_576;
/** Number of sockets that resume at once: their data counts only after it has arrived. */
const RESUMED = 16;

/** Decides which sockets are read, so that requests in progress don't fill the memory of the process. */
export interface Reading {
  /** A request arrived. */
  began(session: Session, bytes: number): void;
  /** Its response was sent. */
  ended(session: Session, bytes: number): void;
  /** Resumes or pauses reading; call it when a condition may have changed. */
  look(session: Session): void;
  /** The socket is closed; its requests still end. */
  forget(session: Session): void;
}

/**
 * Reads from a socket while it accepts its responses, has few requests in progress, and the sockets of the process
 * together are within their limit.
 */
export function reading({ inFlight }: Pick<RelayLimits, 'inFlight'>): Reading {
  const held = new Set<Session>();
  // Sockets that are paused only because of the others, in order.
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
      if (held.delete(session)) {
        // Its pong may be behind the data that was not read.
        session.isAlive = true;
        session.socket.resume();
      }
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
