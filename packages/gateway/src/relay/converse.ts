import type { Duplex } from 'node:stream';
import type { RawData } from 'ws';
import { CLOSE } from './closeCodes.js';
import { errorFrame, type Frame, readFrame, resultFrame } from './frames.js';
import type { Hub } from './hub.js';
import type { Methods } from './methods.js';
import { limited, RelayError } from './RelayError.js';
import type { RelayLimits } from './relayLimits.js';
import type { RelayMetrics } from './relayMetrics.js';
import type { Session } from './Session.js';
import { type TokenBucket, tokenBucket } from './tokenBucket.js';

/** Requests of one socket under way, above which nothing more is read from it, and below which it is again. */
const PAUSE_AT = 256;
const RESUME_AT = 64;
/** Frames that are no request, and requests above the limit, after which a socket is closed. */
const MAX_FAULTS = 100;
const MAX_EXCESSES = 5_000;

export interface ConverseParts {
  readonly hub: Hub;
  readonly methods: Methods;
  readonly limits: RelayLimits;
  readonly metrics: RelayMetrics;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

/** Reads what clients say, and answers. */
export interface Converse {
  (session: Session, transport: Duplex): void;
  /** Resolves when no request of the session is under way, or at `end` (milliseconds since 1970). */
  finished(session: Session, end: number): Promise<void>;
}

interface ClientRate {
  readonly bucket: TokenBucket;
  sockets: number;
}

export function converse({ hub, methods, limits, metrics, now, onError }: ConverseParts): Converse {
  const rates = new Map<string, ClientRate>();
  const waiting = new Map<Session, () => void>();

  const rateOf = (session: Session): TokenBucket => {
    const { client, socket } = session;
    const rate = rates.get(client) ?? { bucket: tokenBucket(limits.perClient, now()), sockets: 0 };
    rates.set(client, rate);
    rate.sockets += 1;
    socket.once('close', () => {
      rate.sockets -= 1;
      if (rate.sockets === 0) rates.delete(client);
    });
    return rate.bucket;
  };

  const refuse = (session: Session, id: string, error: RelayError) => {
    metrics.refused(error.code);
    if (session.isOpen) session.send(errorFrame(id, error));
  };

  const fault = (session: Session, { id, error }: Extract<Frame, { kind: 'bad' }>) => {
    refuse(session, id, error);
    session.faults += 1;
    if (session.faults <= MAX_FAULTS) return;
    session.close(CLOSE.TOO_MANY_ERRORS, 'TOO_MANY_ERRORS', 'Too many frames are no request');
  };

  const excess = (session: Session, id: string) => {
    refuse(session, id, limited('RATE_LIMITED', 'Too many requests of this client'));
    session.excesses += 1;
    if (session.excesses <= MAX_EXCESSES) return;
    session.close(CLOSE.RATE_LIMITED, 'RATE_LIMITED', 'The client goes on above its limit');
  };

  const answer = async (session: Session, { id, method, params }: Extract<Frame, { kind: 'request' }>) => {
    session.pending += 1;
    if (session.pending === PAUSE_AT) session.socket.pause();
    try {
      const result = await methods(session, method, params);
      if (session.isOpen) session.send(resultFrame(id, result));
      hub.catchUp(session);
    } catch (error) {
      if (!(error instanceof RelayError)) onError(error);
      const known = error instanceof RelayError ? error : INTERNAL;
      refuse(session, id, known);
    } finally {
      session.pending -= 1;
      if (session.pending === RESUME_AT && session.isFlowing) session.socket.resume();
      if (session.pending === 0) waiting.get(session)?.();
    }
  };

  const hear = (session: Session, rate: TokenBucket, data: RawData) => {
    session.isAlive = true;
    // Whoever does not read its answers is not heard either, until it does.
    if (!session.isFlowing) session.socket.pause();
    const frame = readFrame(data.toString());
    if (frame.kind === 'answer') {
      if (frame.accepted) hub.acknowledge(session, frame.id);
    } else if (frame.kind === 'bad') fault(session, frame);
    else if (!rate.take(now())) excess(session, frame.id);
    else void answer(session, frame);
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
    // A frame that breaks the protocol or is too large: `ws` closes with the code of RFC 6455.
    socket.on('error', error => metrics.refused(codeOf(error)));
    transport.on('drain', () => {
      if (session.pending < PAUSE_AT) socket.resume();
      hub.catchUp(session);
    });
  };
  const finished = (session: Session, end: number) =>
    new Promise<void>(resolve => {
      if (session.pending === 0) return resolve();
      const done = () => {
        clearTimeout(late);
        waiting.delete(session);
        resolve();
      };
      const late = setTimeout(done, Math.max(0, end - Date.now()));
      waiting.set(session, done);
    });
  return Object.assign(begin, { finished });
}

const INTERNAL = new RelayError(-32_603, 'INTERNAL_ERROR', 'The relay failed: try again');

function codeOf(error: Error): string {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && code.startsWith('WS_ERR_') ? code : 'SOCKET_ERROR';
}
