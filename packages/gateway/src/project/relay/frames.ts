import * as z from 'zod';
import { parseJson } from '../../platform/http/parseJson.js';
import type { Mail } from './mailbox/Mailbox.js';
import { RelayError } from './RelayError.js';

const MAX_ID = 100;

/** A JSON-RPC 2.0 request of a client, or its response to one of ours. Unknown fields are ignored. */
const frame = z.object({
  id: z.union([z.number(), z.string().max(MAX_ID)]),
  jsonrpc: z.literal('2.0'),
  method: z.string().optional(),
  params: z.unknown().optional(),
  result: z.unknown().optional(),
  error: z.unknown().optional(),
});

/** A parsed frame of a client. `id` is its JSON text. */
export type Frame =
  | { readonly kind: 'request'; readonly id: string; readonly method: string; readonly params: unknown }
  | { readonly kind: 'answer'; readonly id: number; readonly accepted: boolean }
  | { readonly kind: 'bad'; readonly id: string; readonly error: RelayError };

/** Parses a frame of a client; never throws. */
export function readFrame(text: string): Frame {
  let json: unknown;
  try {
    json = parseJson(text);
  } catch {
    return { kind: 'bad', id: 'null', error: new RelayError(-32_700, 'PARSE_ERROR', 'This is no JSON') };
  }
  const read = frame.safeParse(json);
  if (!read.success) {
    const error = new RelayError(-32_600, 'INVALID_REQUEST', 'This is no JSON-RPC 2.0 request');
    return { kind: 'bad', id: 'null', error };
  }
  const { id, method, params, result } = read.data;
  if (method !== undefined) return { kind: 'request', id: idText(id, text), method, params };
  return { kind: 'answer', id: typeof id === 'number' ? id : Number(id), accepted: result !== undefined };
}

/**
 * The JSON text of a frame's id. Ids in the specification have 19 digits, more than a number can hold, so the text is
 * searched for an id whose parsed value matches.
 */
function idText(id: number | string, text: string): string {
  if (typeof id === 'string') return JSON.stringify(id);
  if (Number.isSafeInteger(id)) return String(id);
  for (const [, digits = ''] of text.matchAll(/"id"\s*:\s*(-?\d{16,100})(?![\d.eE])/g)) {
    if (Number(digits) === id) return digits;
  }
  return JSON.stringify(id);
}

export function resultFrame(id: string, result: unknown): string {
  return `{"id":${id},"jsonrpc":"2.0","result":${JSON.stringify(result)}}`;
}

export function errorFrame(id: string, { number, code, message }: RelayError): string {
  return `{"id":${id},"jsonrpc":"2.0","error":${JSON.stringify({ code: number, message, data: { code } })}}`;
}

/** The part of a message's JSON that is the same for all receivers. */
export function mailData({ topic, message, publishedAt, tag, attestation }: Mail): string {
  return JSON.stringify({ topic, message, publishedAt, tag, attestation });
}

/** `irn_subscription`. @param data - From `mailData`. */
export function deliveryFrame(id: number, subscription: string, data: string): string {
  return `{"id":${id},"jsonrpc":"2.0","method":"irn_subscription","params":{"id":"${subscription}","data":${data}}}`;
}
