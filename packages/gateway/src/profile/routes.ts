import { Hono } from 'hono';
import * as z from 'zod';
import { parseParams, parseQuery } from '../http/parseQuery.js';
import { projectId } from '../projects/store.js';
import type { Profiles } from './service.js';

export const profileParams = z.object({ name: z.string().min(1).max(255) });
export const profileQuery = z.object({ projectId });

/** `GET /v1/profile/account/{name}`: resolves a name. */
export function profileRoutes(profiles: Profiles): Hono {
  return new Hono().get('/v1/profile/account/:name', async context => {
    const { name } = parseParams(context, profileParams);
    parseQuery(context, profileQuery);
    return context.json(await profiles.of(name, context.req.raw.signal));
  });
}
