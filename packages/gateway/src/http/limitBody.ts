import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { GatewayError } from './GatewayError.js';

/**
 * Stops reading a body that is too large.
 *
 * @param maxSize - Bytes.
 * @throws GatewayError 413 `BODY_TOO_LARGE`.
 */
export function limitBody(maxSize: number): MiddlewareHandler {
  const refuse = () => {
    throw new GatewayError(413, 'BODY_TOO_LARGE', `A body may have ${maxSize} bytes`);
  };
  const counting = bodyLimit({ maxSize, onError: refuse });
  return (context, next) => {
    const { headers } = context.req.raw;
    const length = headers.get('Content-Length');
    // The server cuts a body off at the length that it announces. Only one without is counted: touching `body` makes a
    // web stream of it, which costs more than all else of a small request.
    if (length === null || headers.has('Transfer-Encoding')) return counting(context, next);
    return Number.parseInt(length, 10) > maxSize ? refuse() : next();
  };
}
