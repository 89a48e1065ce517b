import type { MiddlewareHandler } from 'hono';
import { HttpError } from './HttpError.js';

/**
 * Responds with an error when a handler takes longer than `limit` milliseconds.
 *
 * @throws HttpError 503 `REQUEST_TIMEOUT`.
 */
export function timeLimit(limit: number): MiddlewareHandler {
  return async (_, next) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new HttpError(503, 'REQUEST_TIMEOUT', 'The gateway could not answer in time')),
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
