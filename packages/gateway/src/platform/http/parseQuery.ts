import type { Context } from 'hono';
import type { $ZodType, output } from 'zod/v4/core';
import { safeParse } from 'zod/v4/core';
import { HttpError } from './HttpError.js';

/**
 * Parses the query of a request with a schema. An empty parameter counts as absent; unknown ones are ignored.
 *
 * @throws HttpError 400 `INVALID_QUERY`, which names the first invalid parameter.
 */
export function parseQuery<Schema extends $ZodType>(context: Context, schema: Schema): output<Schema> {
  const values: Record<string, string> = {};
  for (const [name, given] of Object.entries(context.req.queries())) {
    if (given.length > 1) throw invalid(name, 'is given more than once');
    if (given[0]) values[name] = given[0];
  }
  const parsed = safeParse(schema, values);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw invalid(String(issue?.path[0] ?? ''), issue?.message ?? 'is not valid');
}

/**
 * Parses the path parameters of a request with a schema.
 *
 * @throws HttpError 400 `INVALID_PATH`.
 */
export function parseParams<Schema extends $ZodType>(context: Context, schema: Schema): output<Schema> {
  const parsed = safeParse(schema, context.req.param());
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new HttpError(400, 'INVALID_PATH', `'${String(issue?.path[0] ?? '')}' ${issue?.message}`);
}

function invalid(name: string, reason: string): HttpError {
  return new HttpError(400, 'INVALID_QUERY', `Query parameter '${name.slice(0, 40)}': ${reason}`);
}
