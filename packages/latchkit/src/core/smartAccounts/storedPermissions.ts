import {
  listPermissionsCall,
  type listPermissionsRequest,
  revokePermissionCall,
  type revokePermissionRequest,
  storePermissionCall,
  type storePermissionRequest,
} from '../../protocol/calls/project/permissions.js';
import { revokePermissionMessage } from '../../protocol/gateway/orderTexts.js';
import type { StoredPermission } from '../../protocol/gateway/permissions.js';
import type { PermissionGrant } from '../adapter/Permissions.js';
import { askGateway } from '../kernel/askGateway.js';
import type { Latchkit } from '../Latchkit.js';

const accessTo = ({ options: { gateway, projectId }, kernel: { signal } }: Latchkit) => ({
  gateway,
  projectId,
  signal,
});

/**
 * Fetches the permissions of an account from the gateway.
 *
 * @param id - CAIP-10 id of the account.
 * @param token - Token of the account's sign-in, if there is one.
 */
export async function loadPermissions(
  kit: Latchkit,
  id: string,
  token: string | undefined,
): Promise<readonly StoredPermission[]> {
  const input = { params: { id }, ...(token === undefined ? {} : { token }) };
  return (await askGateway<typeof listPermissionsRequest>(accessTo(kit), listPermissionsCall, input)).data;
}

/** Stores a permission at the gateway. @param token - Token of the sign-in of the account that granted it. */
export async function storePermission(kit: Latchkit, grant: PermissionGrant, token: string): Promise<void> {
  const { chainId, from, context, method, to, expiry, permission, dependencies } = grant;
  const { type, data } = permission;
  const body = {
    ...{ context, method, to, expiry, dependencies: [...dependencies] },
    permission: { type, data },
    rules: [...(grant.rules ?? [])],
    delegationManager: grant.delegationManager ?? null,
  };
  const input = { params: { id: `${chainId}:${from}` }, token, body };
  await askGateway<typeof storePermissionRequest>(accessTo(kit), storePermissionCall, input);
}

/** Marks a permission as revoked at the gateway. */
export async function endPermission(
  kit: Latchkit,
  id: string,
  pci: string,
  signature: string,
): Promise<void> {
  const input = { params: { id }, body: { pci, signature } };
  await askGateway<typeof revokePermissionRequest>(accessTo(kit), revokePermissionCall, input);
}

export { revokePermissionMessage };
