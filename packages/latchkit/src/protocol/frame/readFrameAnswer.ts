import * as z from 'zod/mini';
import { OPERATION_PROBLEMS, type OperationProblem } from '../smartAccount/operationProblem.js';
import { type FrameErrorCode, frameErrorText, isFrameErrorCode } from './frameErrors.js';
import { FRAME_EVENTS, type FrameEvent, type FrameEventName } from './frameEvents.js';
import { idField } from './frameFields.js';
import type { FrameMessage } from './frameMessages.js';
import { FRAME_VERSION } from './frameVersion.js';

/** The wire format of a successful response. */
export function writeFrameSuccess(id: string, type: FrameMessage, payload: unknown): object {
  return { v: FRAME_VERSION, id, type: `FRAME/${type}_SUCCESS`, payload };
}

/** What a failed response says besides its code. */
export interface FrameErrorDetails {
  /** Seconds to wait. */
  readonly retryAfter?: number | undefined;
  /** Why a user operation was refused or failed. */
  readonly reason?: OperationProblem | undefined;
}

/** The wire format of a failed response: constant texts only, whatever went wrong. */
export function writeFrameError(
  id: string,
  type: FrameMessage | undefined,
  code: FrameErrorCode,
  { retryAfter, reason }: FrameErrorDetails = {},
): object {
  const details = { ...(retryAfter !== undefined && { retryAfter }), ...(reason && { reason }) };
  return {
    v: FRAME_VERSION,
    id,
    type: `FRAME/${type ?? 'UNKNOWN'}_ERROR`,
    payload: { message: frameErrorText(code, type, retryAfter), code, ...details },
  };
}

const answerEnvelope = z.object({
  v: z.literal(FRAME_VERSION),
  id: idField,
  type: z.string(),
  payload: z.unknown(),
});
const eventEnvelope = z.object({ v: z.literal(FRAME_VERSION), type: z.string(), payload: z.unknown() });
/** Seconds that a wallet page may name: the longest recovery delay, and a day for clocks that differ. */
const LONGEST_WAIT = (72 + 24) * 3_600;

const errorPayload = z.object({
  message: z.nullish(z.string().check(z.maxLength(300))),
  code: z.catch(z.optional(z.string()), undefined),
  /** Seconds. */
  retryAfter: z.catch(z.optional(z.number().check(z.minimum(0), z.maximum(LONGEST_WAIT))), undefined),
  reason: z.catch(z.optional(z.enum(OPERATION_PROBLEMS)), undefined),
});

/** A parsed message of the wallet page: a response or an event. */
export type FrameAnswer =
  | { readonly kind: 'success'; readonly id: string; readonly type: string; readonly payload: unknown }
  | {
      readonly kind: 'error';
      readonly id: string;
      readonly type: string;
      readonly message: string | undefined;
      readonly code: FrameErrorCode | undefined;
      readonly retryAfter: number | undefined;
      readonly reason: OperationProblem | undefined;
    }
  | ({ readonly kind: 'event' } & FrameEvent);

/** Parses a message of the wallet page; undefined if a host should ignore it. */
export function readFrameAnswer(data: unknown): FrameAnswer | undefined {
  const answer = answerEnvelope.safeParse(data);
  if (!answer.success) return readEvent(data);
  const { id, payload } = answer.data;
  const match = /^FRAME\/([A-Z_]+)_(SUCCESS|ERROR)$/.exec(answer.data.type);
  const type = match?.[1];
  if (type === undefined) return undefined;
  if (match?.[2] === 'SUCCESS') return { kind: 'success', id, type, payload };
  const error = errorPayload.safeParse(payload);
  const { message, code, retryAfter, reason } = error.success ? error.data : {};
  return {
    kind: 'error',
    id,
    type,
    message: message || undefined,
    code: isFrameErrorCode(code) ? code : undefined,
    retryAfter,
    reason,
  };
}

function readEvent(data: unknown): FrameAnswer | undefined {
  const envelope = eventEnvelope.safeParse(data);
  if (!envelope.success || !envelope.data.type.startsWith('FRAME/')) return undefined;
  const name = envelope.data.type.slice(6);
  if (!Object.hasOwn(FRAME_EVENTS, name)) return undefined;
  const payload = FRAME_EVENTS[name as FrameEventName].safeParse(envelope.data.payload);
  return payload.success ? ({ kind: 'event', type: name, payload: payload.data } as FrameAnswer) : undefined;
}
