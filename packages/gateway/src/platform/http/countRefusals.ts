import type { MiddlewareHandler } from 'hono';
import { toGatewayError } from './answerError.js';

/** Reports the error code of every rejected call. */
export function countRefusals(refused: (reason: string) => void): MiddlewareHandler {
  return async (context, next) => {
    await next();
    // Unexpected errors are reported where the response is written.
    if (context.error) refused(toGatewayError(context.error, () => {}).code);
  };
}
