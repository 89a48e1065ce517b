import { type Guard, guards } from '../wire/guards.js';
import type { Reason } from './Reason.js';

const { anything, integer, shape, text } = guards;

const call = shape({ id: integer, method: text(64), params: anything });
const answer = shape({ id: integer, result: anything });
const reason: Guard<Reason> = shape({ code: integer, message: text(100_000) });
const refusal = shape({
  id: integer,
  error: shape({ code: integer, message: text(100_000) }, { data: anything }),
});

/** The content of an envelope. */
export type Payload =
  | { readonly type: 'call'; readonly id: number; readonly method: string; readonly params: unknown }
  | { readonly type: 'answer'; readonly id: number; readonly result: unknown }
  | { readonly type: 'refusal'; readonly id: number; readonly reason: Reason; readonly data?: unknown };

/** Parses JSON-RPC 2.0; returns undefined for invalid input. */
export function readPayload(json: string): Payload | undefined {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return undefined;
  }
  if (call(value)) return { type: 'call', id: value.id, method: value.method, params: value.params };
  if (refusal(value)) return { type: 'refusal', id: value.id, reason: value.error, data: value.error.data };
  return answer(value) ? { type: 'answer', id: value.id, result: value.result } : undefined;
}

/** Checks that a value is a peer's reason. */
export const isReason: Guard<Reason> = reason;
