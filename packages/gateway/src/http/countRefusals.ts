import type { MiddlewareHandler } from 'hono';
import { toGatewayError } from './answerError.js';

/** Tells why a call was refused: the stable code of its answer. */
export function countRefusals(refused: (reason: string) => void): MiddlewareHandler {
  return async (context, next) => {
    await next();
    // Unforeseen errors are reported where they are answered.
    if (context.error) refused(toGatewayError(context.error, () => {}).code);
  };
}
