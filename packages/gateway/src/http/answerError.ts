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
  context.header('Cache-Control', 'no-store');
  return context.json({ error: { code: error.code, message: error.message } }, error.status);
}
