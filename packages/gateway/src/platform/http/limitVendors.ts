import type { MiddlewareHandler } from 'hono';
import { HttpError } from './HttpError.js';
import { type RateLimits, rateBudget } from './rateBudget.js';
import type { Traffic } from './traffic.js';

/** Requests per minute that may ask a service which the operator pays for. */
const VENDOR_LIMITS: RateLimits = { address: 120, wide: 360, project: 1_200, all: 6_000 };

/**
 * Limits calls that ask paid services: their number is part of the operator's bill, or of the account's own limit.
 *
 * @throws HttpError 429 `RATE_LIMITED`.
 */
export function limitVendors(
  traffic: Pick<Traffic, 'payer'>,
  refused: (kind: string) => void,
  limits: RateLimits = VENDOR_LIMITS,
): MiddlewareHandler {
  const budget = rateBudget(limits);
  return async (context, next) => {
    const retryAfter = budget.take(traffic.payer(context));
    if (retryAfter === undefined) return next();
    refused('vendor calls');
    throw new HttpError(429, 'RATE_LIMITED', 'Too many requests for prices', { context: { retryAfter } });
  };
}
