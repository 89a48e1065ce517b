import * as z from 'zod/mini';
import type { FrameErrorCode } from './frameErrors.js';
import { idField } from './frameFields.js';
import { FRAME_MESSAGES, type FrameMessage, type FramePayload, isFrameMessage } from './frameMessages.js';
import { FRAME_VERSION, FRAME_VERSIONS } from './frameVersion.js';
import { plainJsonProblem } from './plainJson.js';

/** A request that passed its schema. */
export type FrameRequest = {
  [T in FrameMessage]: { readonly id: string; readonly type: T; readonly payload: FramePayload<T> };
}[FrameMessage];

/** An invalid request. Without an `id` it gets no response. */
export interface RefusedRequest {
  readonly id: string | undefined;
  /** The message's name, if it is valid. */
  readonly type: FrameMessage | undefined;
  readonly code: FrameErrorCode;
}

const requestEnvelope = z.strictObject({
  v: z.literal(FRAME_VERSION),
  id: idField,
  type: z.string(),
  payload: z.unknown(),
});

/** Parses a message of a host page; never throws. */
export function readFrameRequest(data: unknown): FrameRequest | RefusedRequest {
  const problem = plainJsonProblem(data);
  const { v, id, name } = headOf(data);
  const refuse = (code: FrameErrorCode): RefusedRequest => ({ id, type: name, code });
  if (problem !== undefined) return refuse(problem);
  if (id !== undefined && typeof v === 'number' && !FRAME_VERSIONS.includes(v))
    return refuse('UNSUPPORTED_VERSION');
  const envelope = requestEnvelope.safeParse(data);
  if (!envelope.success || name === undefined) return refuse('BAD_MESSAGE');
  const payload = FRAME_MESSAGES[name].payload.safeParse(envelope.data.payload);
  if (!payload.success) return refuse('BAD_MESSAGE');
  return { id: envelope.data.id, type: name, payload: payload.data } as FrameRequest;
}

/** The parts of a message that a response needs, as far as they are valid. */
function headOf(data: unknown): { v?: unknown; id?: string; name?: FrameMessage } {
  try {
    if (typeof data !== 'object' || data === null) return {};
    const { v, id, type } = data as Partial<Record<string, unknown>>;
    const name = typeof type === 'string' && type.startsWith('APP/') ? type.slice(4) : undefined;
    return {
      v,
      ...(idField.safeParse(id).success ? { id: String(id) } : {}),
      ...(isFrameMessage(name) ? { name } : {}),
    };
  } catch {
    return {};
  }
}

/** The wire format of a host's message. */
export function writeFrameRequest(id: string, type: FrameMessage, payload: unknown): object {
  return { v: FRAME_VERSION, id, type: `APP/${type}`, payload };
}
