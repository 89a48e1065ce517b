import { Hono, type MiddlewareHandler } from 'hono';
import { revokeSessionBody } from 'latchkit/protocol';
import * as z from 'zod';
import { accountId } from '../accounts/accountId.js';
import { limitBody } from '../http/limitBody.js';
import { parseBody } from '../http/parseBody.js';
import { parseParams, parseQuery } from '../http/parseQuery.js';
import { projectId } from '../projects/store.js';
import { bearerToken } from '../siwx/bearerToken.js';
import type { SessionsService } from './service.js';

/** Maximum bytes of a body. A signature may contain the code that deploys its account. */
const MAX_BODY = 128 * 1024;

export const sessionsQuery = z.object({ projectId });

/** Path parameters: the CAIP-10 id of an account. */
export const sessionsParams = z.object({
  id: z
    .string()
    .max(200)
    .refine(text => accountId(text) !== undefined, 'is not the CAIP-10 id of an EVM or Solana account'),
});

/** `GET /v1/sessions/{id}` and `POST /v1/sessions/{id}/revoke`: the sign-ins of an account. */
export function sessionsRoutes(sessions: SessionsService, limit: MiddlewareHandler): Hono {
  return new Hono()
    .get('/v1/sessions/:id', async context => {
      const { id } = parseParams(context, sessionsParams);
      const { projectId } = parseQuery(context, sessionsQuery);
      return context.json({ data: await sessions.list(projectId, id, bearerToken(context)) });
    })
    .post('/v1/sessions/:id/revoke', limit, limitBody(MAX_BODY), async context => {
      const { id } = parseParams(context, sessionsParams);
      const { projectId } = parseQuery(context, sessionsQuery);
      const body = await parseBody(context, revokeSessionBody);
      return context.json(await sessions.revoke(projectId, id, body, context.req.raw.signal));
    });
}
