import { CLOSE } from './closeCodes.js';
import { errorFrame, type Frame } from './frames.js';
import { limited, type RelayError } from './RelayError.js';
import type { RelayMetrics } from './relayMetrics.js';
import type { Session } from './Session.js';

/** Number of invalid frames and requests above the limit after which a socket is closed. */
const MAX_FAULTS = 100;
const MAX_EXCESSES = 5_000;

/** Rejects requests; closes the sockets of clients that continue regardless. */
export interface Refusals {
  refuse(session: Session, id: string, error: RelayError): void;
  /** Handles an invalid frame. */
  fault(session: Session, frame: Extract<Frame, { kind: 'bad' }>): void;
  /** Handles a request above the client's limit. */
  excess(session: Session, id: string): void;
}

export function refusals(metrics: RelayMetrics): Refusals {
  const refuse = (session: Session, id: string, error: RelayError) => {
    metrics.refused(error.code);
    if (session.isOpen) session.send(errorFrame(id, error));
  };
  return {
    refuse,
    fault(session, { id, error }) {
      refuse(session, id, error);
      session.faults += 1;
      if (session.faults <= MAX_FAULTS) return;
      session.close(CLOSE.TOO_MANY_ERRORS, 'TOO_MANY_ERRORS', 'Too many frames are no request');
    },
    excess(session, id) {
      refuse(session, id, limited('RATE_LIMITED', 'Too many requests of this client'));
      session.excesses += 1;
      if (session.excesses <= MAX_EXCESSES) return;
      session.close(CLOSE.RATE_LIMITED, 'RATE_LIMITED', 'The client goes on above its limit');
    },
  };
}
