import * as z from 'zod';
import { HttpError } from '../../../platform/http/HttpError.js';
import { parseJson } from '../../../platform/http/parseJson.js';

const envelope = z.object({ c: z.string(), s: z.json() });

/** Encodes a cursor, opaque to callers. It contains the chain, because it is only valid for that chain. */
export function writeCursor(chainId: string, next: unknown): string {
  return Buffer.from(JSON.stringify({ c: chainId, s: next })).toString('base64url');
}

/**
 * Decodes the source's part of a cursor from {@link writeCursor}.
 *
 * @throws HttpError 400 `INVALID_CURSOR`.
 */
export function readCursor(chainId: string, cursor: string): unknown {
  const parsed = envelope.safeParse(json(Buffer.from(cursor, 'base64url').toString()));
  if (!parsed.success || parsed.data.c !== chainId) throw invalidCursor();
  return parsed.data.s;
}

/**
 * Parses the source's part of a cursor; undefined stays undefined.
 *
 * @throws HttpError 400 `INVALID_CURSOR`.
 */
export function parseCursor<Output>(schema: z.ZodType<Output>, cursor: unknown): Output | undefined {
  if (cursor === undefined) return undefined;
  const parsed = schema.safeParse(cursor);
  if (!parsed.success) throw invalidCursor();
  return parsed.data;
}

function json(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

function invalidCursor(): HttpError {
  return new HttpError(400, 'INVALID_CURSOR', 'The cursor is not one that this history gave');
}
