import { type Context, Hono } from 'hono';
import { bearerToken } from '../../platform/http/bearerToken.js';
import { HttpError } from '../../platform/http/HttpError.js';
import { type CallHandler, handlerFor, routePath, serveCalls } from '../../platform/http/serveCalls.js';
import { openToAll, projectOrigins } from './projectOrigins.js';
import type { ProjectService } from './service.js';
import type { Project } from './store.js';

/** What handlers of the gateway's calls receive about the caller. */
interface ProjectCallers {
  readonly open: object;
  readonly project: { readonly project: Project };
  /** The token is the secret, which is not verified yet. */
  readonly secret: { readonly token: string };
  /** The token is not verified yet. */
  readonly bearer: { readonly project: Project; readonly token: string };
}

/** Binds a handler to a record of the gateway. */
export const handle = handlerFor<ProjectCallers>();

/** Creates the routes of the gateway's calls. The `auth` of a record decides which pages may call and read the response. */
export function serveProjectCalls(
  handlers: readonly CallHandler[],
  projects: Pick<ProjectService, 'get'>,
): Hono {
  const app = new Hono();
  const origins = projectOrigins(projects, { tellsRefusal: false });
  const tellingOrigins = projectOrigins(projects, { tellsRefusal: true });
  for (const [path, request] of new Map(handlers.map(one => [one.request.call.path, one.request]))) {
    const { auth } = request.call;
    // Browsers have no secret of a project.
    if (auth === 'secret') continue;
    const ofProject = request.tellsRefusal ? tellingOrigins : origins;
    app.use(routePath(path), auth === 'open' ? openToAll : ofProject);
  }
  const routes = serveCalls(handlers, {
    authenticate(auth, context: Context) {
      if (auth === 'open') return {};
      if (auth === 'secret') return { token: bearerToken(context) };
      const project: Project = context.get('project');
      return auth === 'bearer' ? { project, token: bearerToken(context) } : { project };
    },
    // Only images have path parameters with a code of their own.
    refusal: code => new HttpError(404, code, 'No image has this id'),
  });
  return app.route('/', routes);
}
