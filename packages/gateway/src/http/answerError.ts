import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { isError } from 'latchkit/protocol';
import { GatewayError } from './GatewayError.js';

/** Hears of errors that nobody foresaw. */
export type ReportError = (error: unknown) => void;

/** Turns whatever was thrown into an error that may be shown: nothing of an unforeseen one leaves the process. */
export function toGatewayError(error: unknown, report: ReportError): GatewayError {
  if (error instanceof GatewayError) return error;
  if (error instanceof HTTPException && error.status < 500) {
    return new GatewayError(400, 'INVALID_REQUEST', 'The request cannot be read', { cause: error });
  }
  if (isError(error) && error.code === 'DATABASE_UNREACHABLE') return databaseAway(error);
  report(error);
  return new GatewayError(500, 'INTERNAL_ERROR', 'The gateway failed', { cause: error });
}

/** Seconds after which callers may try again while the database is away. */
const RETRY_AFTER = 5;

/** The answer while the database is away. */
export function databaseAway(cause: unknown): GatewayError {
  return new GatewayError(503, 'DATABASE_UNAVAILABLE', 'The database does not answer', {
    cause,
    context: { retryAfter: RETRY_AFTER },
  });
}

/** The body of every error answer outside the chain endpoint: `{ error: { code, message } }`. */
export function answerError(context: Context, error: GatewayError): Response {
  errorHeaders(context, error);
  const { code, message, reasons, status } = error;
  return context.json({ error: { code, message }, ...(reasons === undefined ? {} : { reasons }) }, status);
}

/** Headers of every error answer. */
export function errorHeaders(context: Context, { status, context: facts }: GatewayError): void {
  context.header('Cache-Control', 'no-store');
  if (facts.retryAfter !== undefined) context.header('Retry-After', String(facts.retryAfter));
  if (status !== 429 && status < 500) return;
  // A page must be able to tell a limit and a failure from a missing network [ERR-23], [ERR-24]; these say nothing secret.
  if (!context.res.headers.has('Access-Control-Allow-Origin')) {
    context.header('Access-Control-Allow-Origin', '*');
  }
  context.header('Access-Control-Expose-Headers', 'Retry-After');
}
