import { digestOf, type SigningRequest } from '@latchkit/keyring';
import {
  callBundlerCall,
  type callBundlerRequest,
  frameError,
  listOwnPermissionsCall,
  type listOwnPermissionsRequest,
  type OwnPermission,
  revokePermissionsCall,
  type revokePermissionsRequest,
  SMART_ACCOUNT_V1,
} from 'latchkit/protocol';
import { sleep } from '../../services/sleep.js';
import type { Portal } from '../runtime/Portal.js';
import { usePortal } from '../runtime/PortalContext.js';
import { type Action, useAction } from '../runtime/useAction.js';
import { type Loaded, useLoaded } from '../runtime/useLoaded.js';

/** Milliseconds between two looks at permissions that are being revoked, and how many there are. */
const POLLING = 1_000;
const LOOKS = 60;

/** The user's permissions, and what can be done about them. */
export interface Permissions extends Loaded<readonly OwnPermission[]> {
  /** Ends some of them on their networks. A frozen wallet only stops their use through this deployment. */
  readonly end: Action<[permissions: readonly OwnPermission[]]>;
}

export function usePermissions(): Permissions {
  const { portal } = usePortal();
  const loaded = useLoaded(() => load(portal));
  const end = useAction(async (signal, permissions: readonly OwnPermission[]) => {
    await revoke(portal, permissions, signal).finally(loaded.reload);
  });
  return { ...loaded, end };
}

const load = async (portal: Portal) =>
  (await portal.call<typeof listOwnPermissionsRequest>(listOwnPermissionsCall, {})).permissions;

/** @throws OPERATION_REFUSED; TIMEOUT the networks have not taken it yet. */
async function revoke(
  portal: Portal,
  permissions: readonly OwnPermission[],
  signal: AbortSignal,
): Promise<void> {
  const named = permissions.map(({ chainId, context }) => ({ chainId, context }));
  const { operations } = await portal.call<typeof revokePermissionsRequest>(revokePermissionsCall, {
    body: { permissions: named },
  });
  for (const { chainId, account, payload } of operations) {
    const request = { id: crypto.randomUUID(), kind: 'revocation', chainId, account, payload } as const;
    const signature = await sign(portal, request);
    const { operation } = JSON.parse(payload) as { readonly operation: object };
    const params = [{ ...operation, signature }, SMART_ACCOUNT_V1.entryPoint];
    const { error } = await portal.call<typeof callBundlerRequest>(callBundlerCall, {
      params: { chainId },
      body: { method: 'eth_sendUserOperation', params },
    });
    if (error) throw frameError('OPERATION_REFUSED');
  }
  const isOpen = async () =>
    (await load(portal)).some(one => one.isValid && named.some(({ context }) => context === one.context));
  for (let left = LOOKS; operations.length > 0 && (await isOpen()); left -= 1) {
    if (left === 0) throw frameError('TIMEOUT');
    await sleep(POLLING, signal);
  }
}

/** The user pressed the button of the permissions that this page shows. */
async function sign(portal: Portal, request: SigningRequest): Promise<string> {
  const now = Date.now();
  return portal.account.sign(request, {
    ...{ id: request.id, digest: await digestOf(request), origin: portal.origin },
    ...{ surface: 'window', armedAt: now, decidedAt: now },
  });
}
