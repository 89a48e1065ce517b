import { type ChainId, type ChainNamespace, namespaceOf } from '../../protocol/caip.js';
import { createError } from '../../protocol/errors.js';
import type { StoredPermission } from '../../protocol/gateway/permissions.js';
import type { PermissionGrant, PermissionRequest } from '../adapter/Permissions.js';
import { activeAccount, activeConnection, wrapWalletError } from '../connection/activeConnection.js';
import { whileConnected } from '../connection/whileConnected.js';
import { gatewayOrigin } from '../kernel/gatewayUrl.js';
import { reportError } from '../kernel/reportError.js';
import type { Latchkit } from '../Latchkit.js';
import { selectSession } from '../signIn/signInState.js';

/** The permissions to request. */
export interface GrantPermissionsOptions {
  /** Each needs an account that may act, an expiry and what is allowed. */
  readonly permissions: readonly PermissionRequest[];
  /** Whose active account. Default: the active namespace. */
  readonly namespace?: ChainNamespace;
}

/**
 * Asks the connected wallet for permissions to act for its account without further prompts (ERC-7715), with the methods of the
 * version that the wallet knows. Returns one grant for each request, with the values that the wallet granted. With the feature
 * `smartSessions`, the gateway stores the grants if the visitor is signed in with the account on its network.
 *
 * @throws PERMISSIONS_NOT_SUPPORTED; REQUEST_REJECTED; REQUEST_FAILED; CAIP_NETWORK_OR_ADDRESS_UNDEFINED; CHAIN_NOT_SUPPORTED if the
 * namespace has no permissions.
 *
 * @example
 * const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
 * const permission = { type: 'native-token-transfer', data: { allowance: '0xde0b6b3a7640000' } };
 * const expiry = Math.floor(Date.now() / 1000) + 86_400;
 * const [grant] = await grantPermissions(kit, { permissions: [{ to, expiry, permission }] });
 */
export async function grantPermissions(
  kit: Latchkit,
  { permissions, namespace }: GrantPermissionsOptions,
): Promise<readonly PermissionGrant[]> {
  const connection = activeConnection(kit, namespace);
  const { adapter, connectorId, address, network } = connection;
  if (!adapter.grantPermissions) throw notSupported(adapter.namespace);
  const granting = adapter.grantPermissions({ connectorId, address, network, permissions });
  const grants = await whileConnected(kit, 'GRANT_PERMISSIONS', connection, granting);
  await storeGrants(kit, adapter.namespace, grants);
  return grants;
}

/** Stores grants in the gateway's list. They are valid without it, so that a failure is only reported. */
async function storeGrants(kit: Latchkit, namespace: ChainNamespace, grants: readonly PermissionGrant[]) {
  const state = kit.store.getState();
  const session = selectSession(state, namespace);
  if (!state.features.smartSessions || session?.token === undefined) return;
  const { token } = session;
  try {
    const { storePermission } = await import('./storedPermissions.js');
    await Promise.all(grants.map(grant => storePermission(kit, grant, token)));
  } catch (error) {
    reportError(kit, 'STORE_PERMISSIONS', error);
  }
}

/**
 * The permissions that the connected account has granted on its network through this project, newest first, also those that expired or
 * were revoked. Requires the feature `smartSessions` and a visitor who is signed in through the gateway.
 *
 * @throws REQUEST_FAILED if the feature is off or the gateway cannot be reached; the gateway's own code, for example
 * INVALID_TOKEN if the visitor is not signed in; CAIP_NETWORK_OR_ADDRESS_UNDEFINED if nothing is connected.
 *
 * @example
 * for (const grant of await listPermissions(kit)) {
 *   if (grant.revokedAt === null) await revokePermissions(kit, { grant });
 * }
 */
export async function listPermissions(
  kit: Latchkit,
  options: { readonly namespace?: ChainNamespace } = {},
): Promise<readonly ListedPermission[]> {
  const { id, adapter, network } = activeAccount(kit, options.namespace);
  const state = kit.store.getState();
  if (!state.features.smartSessions) {
    throw createError('REQUEST_FAILED', { details: 'The feature smartSessions is off.' });
  }
  const { loadPermissions } = await import('./storedPermissions.js');
  const token = selectSession(state, adapter.namespace)?.token;
  const stored = await wrapWalletError(kit, 'LIST_PERMISSIONS', loadPermissions(kit, id, token));
  return stored.map(one => ({ ...one, chainId: network.caipNetworkId }));
}

/** A permission from {@link listPermissions}. */
export interface ListedPermission extends StoredPermission {
  /** CAIP-2. */
  readonly chainId: ChainId;
}

/** The permission to revoke. */
export interface RevokePermissionsOptions {
  /** From {@link grantPermissions} or {@link listPermissions}. */
  readonly grant: Pick<PermissionGrant, 'context' | 'method' | 'chainId'> & {
    /** The gateway's id, of a listed permission. */
    readonly pci?: string;
  };
}

/**
 * Asks the connected wallet to revoke a permission (ERC-7715). For a listed permission, the account first signs a text with which the
 * gateway then marks it as revoked.
 *
 * @throws The errors of {@link grantPermissions}; for a listed permission also the gateway's own code, for example
 * PERMISSION_NOT_FOUND.
 *
 * @example
 * const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
 * const permission = { type: 'native-token-transfer', data: { allowance: '0xde0b6b3a7640000' } };
 * const expiry = Math.floor(Date.now() / 1000) + 86_400;
 * const [grant] = await grantPermissions(kit, { permissions: [{ to, expiry, permission }] });
 * if (grant) await revokePermissions(kit, { grant });
 */
export async function revokePermissions(kit: Latchkit, { grant }: RevokePermissionsOptions): Promise<void> {
  const connection = activeConnection(kit, namespaceOf(grant.chainId));
  const { adapter, connectorId, address } = connection;
  const { revokePermissions: revoke } = adapter;
  if (!revoke) throw notSupported(adapter.namespace);
  const revoking = async () => {
    const { pci } = grant;
    if (pci === undefined) return revoke({ connectorId, address, grant });
    const { endPermission, revokePermissionMessage } = await import('./storedPermissions.js');
    const id = `${grant.chainId}:${address}`;
    // Signed first, so that a visitor who refuses the text keeps what the gateway lists.
    const message = revokePermissionMessage(id, pci, gatewayOrigin(kit));
    const signature = await adapter.signMessage({ connectorId, address, message });
    await revoke({ connectorId, address, grant });
    await endPermission(kit, id, pci, signature);
  };
  await whileConnected(kit, 'REVOKE_PERMISSIONS', connection, revoking());
}

const notSupported = (namespace: ChainNamespace) =>
  createError('CHAIN_NOT_SUPPORTED', { context: { namespace } });
