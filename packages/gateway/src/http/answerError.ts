import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { GatewayError } from './GatewayError.js';

/** Hears of errors that nobody foresaw. */
export type ReportError = (error: unknown) => void;

/** Turns whatever was thrown into an error that may be shown: nothing of an unforeseen one leaves the process. */
export function toGatewayError(error: unknown, report: ReportError): GatewayError {
  if (error instanceof GatewayError) return error;
  if (error instanceof HTTPException && error.status < 500) {
    return new GatewayError(400, 'INVALID_REQUEST', 'The request cannot be read', { cause: error });
  }
  report(error);
  return new GatewayError(500, 'INTERNAL_ERROR', 'The gateway failed', { cause: error });
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
