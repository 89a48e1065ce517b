import * as z from 'zod';
import type { Mail } from '../ports/Mailbox.js';
import { RelayError } from './RelayError.js';

const MAX_ID = 100;

/** A JSON-RPC 2.0 request of a client, or its answer to one of ours. Fields that nobody reads are left alone. */
const frame = z.object({
  id: z.union([z.number(), z.string().max(MAX_ID)]),
  jsonrpc: z.literal('2.0'),
  method: z.string().optional(),
  params: z.unknown().optional(),
  result: z.unknown().optional(),
  error: z.unknown().optional(),
});

/** What a client sent. `id` is the text that stands in JSON. */
export type Frame =
  | { readonly kind: 'request'; readonly id: string; readonly method: string; readonly params: unknown }
  | { readonly kind: 'answer'; readonly id: number; readonly accepted: boolean }
  | { readonly kind: 'bad'; readonly id: string; readonly error: RelayError };

/** Reads what a client sent; never throws. */
export function readFrame(text: string): Frame {
  let json: unknown;
  try {
    json = JSON.parse(text) as unknown;
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
 * The id as the client wrote it. The specification's ids have 19 digits, more than a number holds: those are looked up
 * in the text, where the one with the parsed value is the one.
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

/** What all receivers of a message get alike. */
export function mailData({ topic, message, publishedAt, tag, attestation }: Mail): string {
  return JSON.stringify({ topic, message, publishedAt, tag, attestation });
}

/** `irn_subscription`. @param data - From `mailData`. */
export function deliveryFrame(id: number, subscription: string, data: string): string {
  return `{"id":${id},"jsonrpc":"2.0","method":"irn_subscription","params":{"id":"${subscription}","data":${data}}}`;
}
