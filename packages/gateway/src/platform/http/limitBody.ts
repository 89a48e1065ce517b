import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { HttpError } from './HttpError.js';

/**
 * Rejects request bodies that are too large.
 *
 * @param maxSize - Maximum size in bytes.
 * @throws HttpError 413 `BODY_TOO_LARGE`.
 */
export function limitBody(maxSize: number): MiddlewareHandler {
  const refuse = () => {
    throw new HttpError(413, 'BODY_TOO_LARGE', `A body may have ${maxSize} bytes`);
  };
  const counting = bodyLimit({ maxSize, onError: refuse });
  return (context, next) => {
    const { headers } = context.req.raw;
    const length = headers.get('Content-Length');
    // Node enforces an announced length, so only bodies without one are counted: reading `body` creates a web stream, which
    // costs more than everything else in a small request.
    if (length === null || headers.has('Transfer-Encoding')) return counting(context, next);
    return Number.parseInt(length, 10) > maxSize ? refuse() : next();
  };
}
