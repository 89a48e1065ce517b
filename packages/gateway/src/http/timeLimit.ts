import type { MiddlewareHandler } from 'hono';
import { GatewayError } from './GatewayError.js';

/**
 * Answers when a handler does not: nobody waits longer than `limit` milliseconds.
 *
 * @throws GatewayError 503 `REQUEST_TIMEOUT`.
 */
export function timeLimit(limit: number): MiddlewareHandler {
  return async (_, next) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      const error = new GatewayError(503, 'REQUEST_TIMEOUT', 'The gateway could not answer in time');
      timer = setTimeout(() => reject(error), limit);
    });
    try {
      await Promise.race([next(), late]);
    } finally {
      clearTimeout(timer);
    }
  };
}
