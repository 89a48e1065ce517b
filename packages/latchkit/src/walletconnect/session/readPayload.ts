import { isRecord } from '../../core/adapter/untrusted.js';
import { type Guard, guards } from '../wire/guards.js';
import { type Answer, readAnswer, readId } from '../wire/readAnswer.js';
import type { Reason } from './Reason.js';

const { integer, shape, text } = guards;

const isMethod = text(64);

/** The content of an envelope. */
export type Payload =
  | { readonly type: 'call'; readonly id: number; readonly method: string; readonly params: unknown }
  | ({ readonly id: number } & Answer);

/** Parses JSON-RPC 2.0; returns undefined for what is neither a call nor an answer. */
export function readPayload(json: string): Payload | undefined {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return undefined;
  }
  const id = isRecord(value) ? readId(value.id) : undefined;
  if (id === undefined || !isRecord(value)) return undefined;
  const { method, params } = value;
  if (method === undefined || method === null) return { id, ...readAnswer(value) };
  return isMethod(method) && params !== undefined ? { type: 'call', id, method, params } : undefined;
}

/** Checks that a value is a peer's reason. */
export const isReason: Guard<Reason> = shape({ code: integer, message: text(100_000) });
