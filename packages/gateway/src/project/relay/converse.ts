import type { Duplex } from 'node:stream';
import type { RawData } from 'ws';
import { type AnsweringParts, answering } from './answering.js';
import { clientRates } from './clientRates.js';
import { CLOSE } from './closeCodes.js';
import { readFrame } from './frames.js';
import { refusals } from './refusals.js';
import type { RelayLimits } from './relayLimits.js';
import type { RelayMetrics } from './relayMetrics.js';
import type { Session } from './Session.js';
import type { TokenBucket } from './tokenBucket.js';

export interface ConverseParts extends AnsweringParts {
  readonly limits: RelayLimits;
  readonly metrics: RelayMetrics;
  readonly now: () => number;
}

/** Reads clients' requests and responds. */
export interface Converse {
  (session: Session, transport: Duplex): void;
  /** Resolves when the session has no request in progress, or at `end` (milliseconds since 1970). */
  finished(session: Session, end: number): Promise<void>;
}

export function converse({ limits, metrics, now, ...parts }: ConverseParts): Converse {
  const { hub, reading } = parts;
  const rateOf = clientRates(limits.perClient, now);
  const refused = refusals(metrics);
  const { answer, finished } = answering(parts, refused);

  const hear = (session: Session, rate: TokenBucket, data: RawData) => {
    session.isAlive = true;
    // Stop reading from clients that don't read their responses.
    if (!session.isFlowing) reading.look(session);
    const frame = readFrame(data.toString());
    if (frame.kind === 'answer') {
      if (frame.accepted) hub.acknowledge(session, frame.id);
    } else if (frame.kind === 'bad') refused.fault(session, frame);
    else if (!rate.take(now())) refused.excess(session, frame.id);
    else void answer(session, frame, sizeOf(data));
  };

  const begin = (session: Session, transport: Duplex) => {
    const { socket } = session;
    const rate = rateOf(session);
    socket.on('message', (data, isBinary) => {
      if (!session.isOpen) return;
      if (!isBinary) return hear(session, rate, data);
      metrics.refused('BINARY');
      session.close(CLOSE.UNSUPPORTED_DATA, 'UNSUPPORTED_DATA', 'Frames are text');
    });
    socket.on('pong', () => {
      session.isAlive = true;
    });
    socket.on('ping', () => {
      session.isAlive = true;
    });
    // Protocol errors and oversized frames: `ws` closes with the code of RFC 6455.
    socket.on('error', error => metrics.refused(codeOf(error)));
    socket.once('close', () => reading.forget(session));
    transport.on('drain', () => {
      reading.look(session);
      hub.catchUp(session);
    });
  };
  return Object.assign(begin, { finished });
}

function sizeOf(data: RawData): number {
  return Array.isArray(data) ? data.reduce((size, part) => size + part.length, 0) : data.byteLength;
}

function codeOf(error: Error): string {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && code.startsWith('WS_ERR_') ? code : 'SOCKET_ERROR';
}
