import { type Frame, resultFrame } from './frames.js';
import type { Hub } from './hub.js';
import type { Methods } from './methods.js';
import { RelayError } from './RelayError.js';
import type { Reading } from './reading.js';
import type { Refusals } from './refusals.js';
import type { Session } from './Session.js';

const INTERNAL = new RelayError(-32_603, 'INTERNAL_ERROR', 'The relay failed: try again');

export interface AnsweringParts {
  readonly hub: Hub;
  readonly methods: Methods;
  readonly reading: Reading;
  readonly onError: (error: unknown) => void;
}

/** Executes requests, and tracks which sockets have requests in progress. */
export interface Answering {
  /** @param bytes - Size of the request's frame. */
  answer(session: Session, request: Extract<Frame, { kind: 'request' }>, bytes: number): Promise<void>;
  /** Resolves when the session has no request in progress, or at `end` (milliseconds since 1970). */
  finished(session: Session, end: number): Promise<void>;
}

export function answering(
  { hub, methods, reading, onError }: AnsweringParts,
  { refuse }: Refusals,
): Answering {
  const waiting = new Map<Session, () => void>();
  return {
    async answer(session, { id, method, params }, bytes) {
      reading.began(session, bytes);
      try {
        const result = await methods(session, method, params);
        if (session.isOpen) session.send(resultFrame(id, result));
        hub.catchUp(session);
      } catch (error) {
        if (!(error instanceof RelayError)) onError(error);
        refuse(session, id, error instanceof RelayError ? error : INTERNAL);
      } finally {
        reading.ended(session, bytes);
        if (session.pending === 0) waiting.get(session)?.();
      }
    },
    finished: (session, end) =>
      new Promise<void>(resolve => {
        if (session.pending === 0) return resolve();
        const done = () => {
          clearTimeout(late);
          waiting.delete(session);
          resolve();
        };
        const late = setTimeout(done, Math.max(0, end - Date.now()));
        waiting.set(session, done);
      }),
  };
}
