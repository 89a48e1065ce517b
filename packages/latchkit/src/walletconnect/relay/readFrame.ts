import { isRecord } from '../../core/adapter/untrusted.js';
import { type Guard, guards } from '../wire/guards.js';
import { readAnswer } from '../wire/readAnswer.js';
import { FRAME_LIMIT } from './relayLimits.js';

const { shape, text } = guards;

const id: Guard<number | string> = (value): value is number | string =>
  typeof value === 'number' || (typeof value === 'string' && value.length <= 64);

const delivery = shape({
  id,
  params: shape({ id: text(), data: shape({ topic: text(64), message: text(FRAME_LIMIT) }) }),
});
const method = shape({ method: text(64) });

/** A frame from the relay. */
export type RelayFrame =
  | {
      readonly type: 'message';
      readonly id: number | string;
      readonly topic: string;
      readonly message: string;
    }
  | {
      readonly type: 'answer';
      readonly id: number | string;
      readonly result?: unknown;
      readonly error?: { readonly code: number; readonly message: string };
    };

/** Parses a relay frame; returns undefined for unknown or invalid frames. */
export function readFrame(frame: string): RelayFrame | undefined {
  if (frame.length > FRAME_LIMIT) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(frame);
  } catch {
    return undefined;
  }
  if (method(value)) {
    if (value.method !== 'irn_subscription' || !delivery(value)) return undefined;
    return { type: 'message', id: value.id, ...value.params.data };
  }
  if (!isRecord(value) || !id(value.id)) return undefined;
  const answer = readAnswer(value);
  if (answer.type === 'answer') return { type: 'answer', id: value.id, result: answer.result };
  return { type: 'answer', id: value.id, error: answer.reason };
}
