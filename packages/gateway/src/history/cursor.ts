import * as z from 'zod';
import { GatewayError } from '../http/GatewayError.js';

/** Characters of a cursor, at most. */
export const MAX_CURSOR = 4_000;

const envelope = z.object({ c: z.string(), s: z.json() });

/** A cursor as callers see it: it says nothing to them. It names the chain, for no other chain knows what it means. */
export function writeCursor(chainId: string, next: unknown): string {
  return Buffer.from(JSON.stringify({ c: chainId, s: next })).toString('base64url');
}

/**
 * What a source said in {@link writeCursor}.
 *
 * @throws GatewayError 400 `INVALID_CURSOR`.
 */
export function readCursor(chainId: string, cursor: string): unknown {
  const parsed = envelope.safeParse(json(Buffer.from(cursor, 'base64url').toString()));
  if (!parsed.success || parsed.data.c !== chainId) throw invalidCursor();
  return parsed.data.s;
}

/**
 * Reads the part of a cursor that is a source's own; undefined stays undefined.
 *
 * @throws GatewayError 400 `INVALID_CURSOR`.
 */
export function parseCursor<Output>(schema: z.ZodType<Output>, cursor: unknown): Output | undefined {
  if (cursor === undefined) return undefined;
  const parsed = schema.safeParse(cursor);
  if (!parsed.success) throw invalidCursor();
  return parsed.data;
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function invalidCursor(): GatewayError {
  return new GatewayError(400, 'INVALID_CURSOR', 'The cursor is not one that this history gave');
}
