import type { MiddlewareHandler } from 'hono';
import { listSignInsRequest, revokeSignInRequest } from 'latchkit/protocol';
import type { CallHandler } from '../../platform/http/serveCalls.js';
import { handle } from '../projects/projectCalls.js';
import { originOf } from './originOf.js';
import type { SignInsService } from './signIns.js';

/** The list of an account's sign-ins, and the revocation of one. */
export function signInsCalls(
  sessions: SignInsService,
  limit: MiddlewareHandler,
  publicUrl: string | undefined,
): readonly CallHandler[] {
  return [
    handle(listSignInsRequest, async ({ params, project, token }) => ({
      data: await sessions.list(project.id, params.id, token),
    })),
    handle(
      revokeSignInRequest,
      ({ params, project, body, context }) =>
        sessions.revoke(
          project.id,
          params.id,
          { ...body, gateway: originOf(publicUrl, context) },
          context.req.raw.signal,
        ),
      limit,
    ),
  ];
}
