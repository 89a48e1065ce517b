import type { MiddlewareHandler } from 'hono';
import { GatewayError } from './GatewayError.js';

/**
 * Responds with an error when a handler takes longer than `limit` milliseconds.
 *
 * @throws GatewayError 503 `REQUEST_TIMEOUT`.
 */
export function timeLimit(limit: number): MiddlewareHandler {
  return async (_, next) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new GatewayError(503, 'REQUEST_TIMEOUT', 'The gateway could not answer in time')),
        limit,
      );
    });
    try {
      await Promise.race([next(), late]);
    } finally {
      clearTimeout(timer);
    }
  };
}
