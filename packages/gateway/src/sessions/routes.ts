import type { MiddlewareHandler } from 'hono';
import { listSignInsRequest, revokeSignInRequest } from 'latchkit/protocol';
import { handle } from '../http/projectCalls.js';
import type { CallHandler } from '../http/serveCalls.js';
import type { SessionsService } from './service.js';

/** The list of an account's sign-ins, and the revocation of one. */
export function sessionsCalls(sessions: SessionsService, limit: MiddlewareHandler): readonly CallHandler[] {
  return [
    handle(listSignInsRequest, async ({ params, project, token }) => ({
      data: await sessions.list(project.id, params.id, token),
    })),
    handle(
      revokeSignInRequest,
      ({ params, project, body, context }) =>
        sessions.revoke(project.id, params.id, body, context.req.raw.signal),
      limit,
    ),
  ];
}
