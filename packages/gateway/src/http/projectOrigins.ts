import type { Context, MiddlewareHandler } from 'hono';
import * as z from 'zod';
import { allowsOrigin, type ProjectService } from '../projects/service.js';
import { projectId } from '../projects/store.js';
import { GatewayError } from './GatewayError.js';
import { parseQuery } from './parseQuery.js';

const METHODS = 'GET, HEAD, POST, DELETE, OPTIONS';
/** `solana-client` is what Solana's kit adds to its JSON-RPC calls. */
const HEADERS = 'Content-Type, Solana-Client, Authorization';
const PREFLIGHT_SECONDS = '600';

/**
 * Lets any page read. A project's own settings are read this way too: a page that is not allowed must be able to
 * learn so, to show its developer why [ERR-20].
 */
export const openToAll: MiddlewareHandler = async (context, next) => {
  context.header('Access-Control-Allow-Origin', '*');
  if (context.req.method === 'OPTIONS') return answerPreflight(context);
  return next();
};

/**
 * Lets the pages of the project in the query read, and refuses all others before any work is done.
 *
 * @throws GatewayError 400 without a project id, 404 for an unknown one, 403 `ORIGIN_NOT_ALLOWED` for a foreign page.
 */
export function projectOrigins(projects: ProjectService): MiddlewareHandler {
  const query = z.object({ projectId });
  return async (context, next) => {
    context.header('Access-Control-Allow-Origin', '*');
    const project = await projects.get(parseQuery(context, query).projectId);
    if (project.allowedOrigins.length > 0) limitTo(context, origin => allowsOrigin(project, origin));
    if (context.req.method === 'OPTIONS') return answerPreflight(context);
    return next();
  };
}

function limitTo(context: Context, allows: (origin: string | undefined) => boolean): void {
  const origin = context.req.header('Origin');
  context.header('Vary', 'Origin');
  context.header('Access-Control-Allow-Origin', undefined);
  if (!allows(origin)) {
    throw new GatewayError(
      403,
      'ORIGIN_NOT_ALLOWED',
      'This origin is not among the allowed origins of the project',
    );
  }
  if (origin !== undefined) context.header('Access-Control-Allow-Origin', origin);
}

function answerPreflight(context: Context): Response {
  context.header('Access-Control-Allow-Methods', METHODS);
  context.header('Access-Control-Allow-Headers', HEADERS);
  context.header('Access-Control-Max-Age', PREFLIGHT_SECONDS);
  return context.body(null, 204);
}
