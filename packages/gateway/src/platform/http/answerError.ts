import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { isError } from 'latchkit/protocol';
import { EXPOSED_HEADERS } from './exposedHeaders.js';
import { HttpError } from './HttpError.js';

/** Receives unexpected errors. */
export type ReportError = (error: unknown) => void;

/** Converts a thrown value into an error that callers may see, without details of unexpected ones. */
export function toGatewayError(error: unknown, report: ReportError): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof HTTPException && error.status < 500) {
    return new HttpError(400, 'INVALID_REQUEST', 'The request cannot be read', { cause: error });
  }
  if (isError(error) && error.code === 'DATABASE_UNREACHABLE') return databaseAway(error);
  if (isUnstorable(error)) {
    return new HttpError(400, 'INVALID_REQUEST', 'A text contains U+0000, which cannot be stored', {
      cause: error,
    });
  }
  report(error);
  return new HttpError(500, 'INTERNAL_ERROR', 'The gateway failed', { cause: error });
}

/** PostgreSQL's SQLSTATEs for U+0000 in a text, and for its escape in JSON. Everything else that JavaScript writes is valid UTF-8. */
const UNSTORABLE: readonly unknown[] = ['22021', '22P05'];

/** Whether the database refused a text of the caller: only callers write U+0000. */
function isUnstorable(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && UNSTORABLE.includes(error.code);
}

/** Seconds after which callers may retry while the database is unreachable. */
const RETRY_AFTER = 5;

/** The error while the database is unreachable. */
export function databaseAway(cause: unknown): HttpError {
  return new HttpError(503, 'DATABASE_UNAVAILABLE', 'The database does not answer', {
    cause,
    context: { retryAfter: RETRY_AFTER },
  });
}

/** Responds with `{ error: { code, message } }`, as every endpoint but the chain endpoint does. */
export function answerError(context: Context, error: HttpError): Response {
  errorHeaders(context, error);
  const { code, message, reasons, status } = error;
  return context.json({ error: { code, message }, ...(reasons === undefined ? {} : { reasons }) }, status);
}

/** Sets the headers of every error response. */
export function errorHeaders(context: Context, { status, context: facts }: HttpError): void {
  context.header('Cache-Control', 'no-store');
  if (facts.retryAfter !== undefined) context.header('Retry-After', String(facts.retryAfter));
  if (status !== 429 && status < 500) return;
  // Pages must be able to distinguish a rate limit or a failure from a network error; these responses reveal nothing.
  if (!context.res.headers.has('Access-Control-Allow-Origin')) {
    context.header('Access-Control-Allow-Origin', '*');
  }
  context.header('Access-Control-Expose-Headers', EXPOSED_HEADERS);
}
