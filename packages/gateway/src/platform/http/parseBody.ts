import type { Context } from 'hono';
import type * as z from 'zod/v4/core';
import { safeParse } from 'zod/v4/core';
import { HttpError } from './HttpError.js';
import { parseJson } from './parseJson.js';

/**
 * Parses the JSON body of a request with a schema. The content type is ignored, because `sendBeacon` cannot set it.
 *
 * @throws HttpError 400 `INVALID_BODY`, which names the first invalid field.
 */
export async function parseBody<Output>(context: Context, schema: z.$ZodType<Output>): Promise<Output> {
  const parsed = safeParse(schema, json(await context.req.text()));
  if (parsed.success) return parsed.data;
  throw invalid(place(parsed.error.issues[0]));
}

function json(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    throw invalid('it is not JSON');
  }
}

function place(issue: z.$ZodIssue | undefined): string {
  // Of a union, report the branch that matched furthest.
  const nested = issue?.code === 'invalid_union' ? issue.errors.flat() : [];
  const deepest = nested.sort((a, b) => b.path.length - a.path.length)[0] ?? issue;
  const path = deepest?.path.map(String).join('.').slice(0, 80) ?? '';
  if (deepest?.code === 'invalid_format' && deepest.format === 'email') {
    return `'${path}' must be an address in ASCII, its domain in punycode: name@xn--bcher-kva.example`;
  }
  return path === '' ? 'it has another form' : `'${path}' is not as expected`;
}

function invalid(reason: string): HttpError {
  return new HttpError(400, 'INVALID_BODY', `The body cannot be used: ${reason}`);
}
