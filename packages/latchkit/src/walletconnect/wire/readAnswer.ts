import { isRecord } from '../../core/adapter/untrusted.js';

/** A peer's answer to a call. */
export type Answer =
  | { readonly type: 'answer'; readonly result: unknown }
  | {
      readonly type: 'refusal';
      readonly reason: { readonly code: number; readonly message: string };
      readonly data?: unknown;
    };

/** JSON-RPC's code of an error without one. */
const INTERNAL = -32_603;
/** Longest message that is kept. */
const LONGEST = 100_000;

/**
 * Reads an answer (JSON-RPC 2.0) in whatever form it came: whoever asked waits for it. An absent result is null, a null error is absent, and
 * an error may lack its code or message, or be a text.
 */
export function readAnswer({ result = null, error }: Readonly<Record<string, unknown>>): Answer {
  if (error === undefined || error === null) return { type: 'answer', result };
  const { code, message, data } = isRecord(error) ? error : { code: undefined, message: error };
  const number = code === null || code === '' ? Number.NaN : Number(code);
  const reason = {
    code: Number.isSafeInteger(number) ? number : INTERNAL,
    message: typeof message === 'string' ? message.slice(0, LONGEST) : '',
  };
  return { type: 'refusal', reason, ...(data === undefined || data === null ? {} : { data }) };
}

/** Reads the id of a call: some peers answer with it as a text. */
export function readId(id: unknown): number | undefined {
  const number = typeof id === 'string' && /^\d{1,16}$/.test(id) ? Number(id) : id;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
}
