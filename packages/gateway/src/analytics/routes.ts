import { Hono } from 'hono';
import { analyticsBody } from 'latchkit/protocol';
import * as z from 'zod';
import { limitBody } from '../http/limitBody.js';
import { parseBody } from '../http/parseBody.js';
import { parseQuery } from '../http/parseQuery.js';
import type { ProjectService } from '../projects/service.js';
import { projectId } from '../projects/store.js';
import type { AnalyticsService } from './service.js';

/** Maximum size of a request body in bytes: a full batch with stack traces. */
const MAX_BODY = 256 * 1024;

/** Query of `POST /e`: the project, and the type and version of the SDK. */
export const analyticsQuery = z.object({
  projectId,
  st: z.string().max(40).optional(),
  sv: z.string().max(80).optional(),
});

/** `POST /e`: events and error reports of the project's pages. */
export function analyticsRoutes(analytics: AnalyticsService, projects: ProjectService): Hono {
  return new Hono().post('/e', limitBody(MAX_BODY), async context => {
    const { projectId, st, sv } = parseQuery(context, analyticsQuery);
    const project = await projects.get(projectId);
    const body = await parseBody(context, analyticsBody);
    const events = Array.isArray(body) ? body : [body];
    const accepted = await analytics.take(project, events, { type: st, version: sv });
    return context.json({ accepted }, 202);
  });
}
