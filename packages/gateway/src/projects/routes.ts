import { Hono } from 'hono';
import * as z from 'zod';
import { parseQuery } from '../http/parseQuery.js';
import type { ProjectService } from './service.js';
import { projectId } from './store.js';

/** Query of the three calls. */
export const projectQuery = z.object({ projectId });

/** `GET /appkit/v1/config`, `GET /projects/v1/origins` and `GET /getAnalyticsConfig`. */
export function projectRoutes(projects: ProjectService): Hono {
  return new Hono()
    .get('/appkit/v1/config', async context => {
      const { features } = await projects.get(parseQuery(context, projectQuery).projectId);
      return context.json({ features });
    })
    .get('/projects/v1/origins', async context => {
      const { allowedOrigins } = await projects.get(parseQuery(context, projectQuery).projectId);
      return context.json({ allowedOrigins });
    })
    .get('/getAnalyticsConfig', async context => {
      const { isAnalyticsEnabled } = await projects.get(parseQuery(context, projectQuery).projectId);
      return context.json({ isAnalyticsEnabled });
    });
}
