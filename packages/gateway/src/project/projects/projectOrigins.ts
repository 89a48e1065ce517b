import type { Context, MiddlewareHandler } from 'hono';
import { projectQuery } from 'latchkit/protocol';
import { allowedHeaders } from '../../platform/http/allowedHeaders.js';
import { EXPOSED_HEADERS } from '../../platform/http/exposedHeaders.js';
import { HttpError } from '../../platform/http/HttpError.js';
import { parseQuery } from '../../platform/http/parseQuery.js';
import { allowsPage, type ProjectService } from './service.js';
import type { Project } from './store.js';

const METHODS = 'GET, HEAD, POST, DELETE, OPTIONS';
/** Allowed request headers; Solana's kit adds `solana-client` to its JSON-RPC calls. */
const HEADERS = 'Content-Type, Solana-Client, Authorization';
const PREFLIGHT_SECONDS = '600';

/**
 * Lets any page read the response. A project's settings are among these paths: a page that isn't allowed must be able to
 * read so, and show the reason to its developer.
 */
export const openToAll: MiddlewareHandler = async (context, next) => {
  context.header('Access-Control-Allow-Origin', '*');
  context.header('Access-Control-Expose-Headers', EXPOSED_HEADERS);
  if (context.req.method === 'OPTIONS') return answerPreflight(context);
  return next();
};

/**
 * Lets the allowed pages of the project in the query read the response, and rejects all others before any work is done.
 * Provides the project to what follows.
 *
 * @param tellsRefusal - Whether other pages may read the refusal: its status and code, which they know already.
 * @throws HttpError 400 without a project id, 404 for an unknown one, 403 `ORIGIN_NOT_ALLOWED` for any other page.
 */
export function projectOrigins(
  projects: Pick<ProjectService, 'get'>,
  { tellsRefusal }: { readonly tellsRefusal: boolean },
): MiddlewareHandler<{ Variables: { project: Project } }> {
  const query = projectQuery();
  return async (context, next) => {
    context.header('Access-Control-Allow-Origin', '*');
    context.header('Access-Control-Expose-Headers', EXPOSED_HEADERS);
    const project = await projects.get(parseQuery(context, query).projectId);
    const isPreflight = context.req.method === 'OPTIONS';
    // Browsers show a page the answer to its request only if they let it send the request.
    if (tellsRefusal && isPreflight) return answerPreflight(context);
    if (project.allowedOrigins.length > 0) {
      limitTo(context, origin => allowsPage(project, origin), tellsRefusal);
    }
    if (isPreflight) return answerPreflight(context);
    context.set('project', project);
    return next();
  };
}

function limitTo(
  context: Context,
  allows: (origin: string | undefined) => boolean,
  tellsRefusal: boolean,
): void {
  const origin = context.req.header('Origin');
  context.header('Vary', 'Origin');
  if (!tellsRefusal) context.header('Access-Control-Allow-Origin', undefined);
  if (!allows(origin)) {
    throw new HttpError(
      403,
      'ORIGIN_NOT_ALLOWED',
      'This origin is not among the allowed origins of the project',
    );
  }
  if (origin !== undefined) context.header('Access-Control-Allow-Origin', origin);
}

function answerPreflight(context: Context): Response {
  context.header('Access-Control-Allow-Methods', METHODS);
  context.header('Access-Control-Allow-Headers', allowedHeaders(context, HEADERS));
  context.header('Access-Control-Max-Age', PREFLIGHT_SECONDS);
  return context.body(null, 204);
}
