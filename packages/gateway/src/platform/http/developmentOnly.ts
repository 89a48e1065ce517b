import type { MiddlewareHandler } from 'hono';
import { HttpError } from './HttpError.js';
import { isLoopbackHost } from './isLoopbackHost.js';

/** Path of everything that only development has. */
export const DEVELOPMENT_PATHS = '/dev/*';

/**
 * Serves what only development has under names of this machine alone, so that no website reads a developer's emails.
 *
 * @throws HttpError 404 `NOT_FOUND` for another `Host`.
 */
export const developmentOnly: MiddlewareHandler = async (context, next) => {
  if (isLoopbackHost(context.req.header('Host') ?? new URL(context.req.url).host)) return next();
  throw new HttpError(404, 'NOT_FOUND', 'Open this under a name of this machine, such as localhost');
};
