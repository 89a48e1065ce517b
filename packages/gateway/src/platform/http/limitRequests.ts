import type { MiddlewareHandler } from 'hono';
import { projectId } from 'latchkit/protocol';
import type { ClientAddress } from './clientAddress.js';
import type { Limits } from './limits.js';
import type { RateLimiter } from './rateLimiter.js';
import type { Traffic } from './traffic.js';

/** A bearer token with three parts. Secrets of projects have one. */
const JWT = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i;

/** Finds the account of a token; undefined for a token that is not valid. */
export type AccountOf = (projectId: string, token: string) => Promise<string | undefined>;

/**
 * Counts every request, first for its address, so that one caller cannot use up a project's limit, then for its
 * project. A signed-in account is counted for itself, so that a flood from its network does not refuse it.
 *
 * @throws HttpError 429 `RATE_LIMITED`.
 */
export function limitRequests(
  limiter: RateLimiter,
  { perAddress, perProject }: Limits,
  address: ClientAddress,
  traffic: Pick<Traffic, 'know'>,
  accountOf: AccountOf,
): MiddlewareHandler {
  return async (context, next) => {
    const project = projectId.safeParse(context.req.query('projectId'));
    const [, token] = JWT.exec(context.req.header('Authorization') ?? '') ?? [];
    const account = token !== undefined && project.success ? await accountOf(project.data, token) : undefined;
    if (account === undefined) await limiter.take('address', address(context), perAddress);
    else {
      await limiter.take('account', account, perAddress);
      traffic.know(context, account);
    }
    if (project.success) await limiter.take('project', project.data, perProject);
    return next();
  };
}
