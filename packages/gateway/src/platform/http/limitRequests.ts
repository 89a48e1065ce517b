import type { MiddlewareHandler } from 'hono';
import { projectId } from 'latchkit/protocol';
import type { ClientAddress } from './clientAddress.js';
import type { Limits } from './limits.js';
import type { RateLimiter } from './rateLimiter.js';

/**
 * Counts every request, first for its address, so that one caller cannot use up a project's limit, then for its
 * project.
 *
 * @throws HttpError 429 `RATE_LIMITED`.
 */
export function limitRequests(
  limiter: RateLimiter,
  { perAddress, perProject }: Limits,
  address: ClientAddress,
): MiddlewareHandler {
  return async (context, next) => {
    await limiter.take('address', address(context), perAddress);
    const project = projectId.safeParse(context.req.query('projectId'));
    if (project.success) await limiter.take('project', project.data, perProject);
    return next();
  };
}
