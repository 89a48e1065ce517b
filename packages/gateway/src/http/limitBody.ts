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
  return bodyLimit({
    maxSize,
    onError() {
      throw new GatewayError(413, 'BODY_TOO_LARGE', `A body may have ${maxSize} bytes`);
    },
  });
}
