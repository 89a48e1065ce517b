import type { MiddlewareHandler } from 'hono';
import {
  callSessionBundlerRequest,
  listPermissionsRequest,
  revokePermissionRequest,
  storePermissionRequest,
} from 'latchkit/protocol';
import type { ClientAddress } from '../../platform/http/clientAddress.js';
import type { CallHandler } from '../../platform/http/serveCalls.js';
import { handle } from '../projects/projectCalls.js';
import { originOf } from '../siwx/originOf.js';
import { type PermissionServiceOptions, permissionService } from './service.js';

/** The list of an account's permissions, its additions, and the revocation of one. */
export function permissionCalls({
  limit,
  address,
  publicUrl,
  ...options
}: PermissionServiceOptions & {
  readonly limit: MiddlewareHandler;
  readonly address: ClientAddress;
  readonly publicUrl: string | undefined;
}): readonly CallHandler[] {
  const permissions = permissionService(options);
  return [
    handle(listPermissionsRequest, async ({ params, project, token }) => ({
      data: [...(await permissions.list(project.id, params.id, token))],
    })),
    handle(
      storePermissionRequest,
      async ({ params, project, token, body, context }) => ({
        pci: await permissions.add(
          { projectId: project.id, network: address(context) },
          params.id,
          token,
          body,
        ),
      }),
      limit,
    ),
    handle(
      revokePermissionRequest,
      ({ params, project, body, context }) =>
        permissions.revoke(
          project.id,
          params.id,
          { ...body, gateway: originOf(publicUrl, context) },
          context.req.raw.signal,
        ),
      limit,
    ),
    handle(callSessionBundlerRequest, ({ params, project, body, context }) => {
      const page = { projectId: project.id, origin: context.req.header('Origin'), network: address(context) };
      return permissions.callBundler(page, params.id, body, context.req.raw.signal);
    }),
  ];
}
