import { digestOf, type SigningRequest } from '@latchkit/keyring';
import {
  callBundlerCall,
  type callBundlerRequest,
  frameError,
  freezeOwnWalletCall,
  type freezeOwnWalletRequest,
  listOwnPermissionsCall,
  type listOwnPermissionsRequest,
  type OwnPermission,
  pauseFreezeCall,
  type pauseFreezeRequest,
  revokePermissionsCall,
  type revokePermissionsRequest,
  SMART_ACCOUNT_V1,
} from 'latchkit/protocol';
import { useState } from 'react';
import { sleep } from '../../services/sleep.js';
import type { Portal } from '../runtime/Portal.js';
import { usePortal } from '../runtime/PortalContext.js';
import { type Action, useAction } from '../runtime/useAction.js';
import { type Loaded, useLoaded } from '../runtime/useLoaded.js';

/** Milliseconds between two looks at permissions that are being revoked, and how many there are. */
const POLLING = 1_000;
const LOOKS = 60;

type Some = readonly OwnPermission[];

/** The user's permissions, and what can be done about them. */
export interface Permissions extends Loaded<Some> {
  /** Ends some of them on their networks. A frozen wallet only stops their use through this deployment. */
  readonly end: Action<[permissions: Some]>;
  /** Those that {@link Permissions.end} is ending. */
  readonly ending: Some;
  /**
   * Ends some of them on their networks with a frozen wallet: the freeze is paused while it signs, and continues before the networks
   * have taken what it signed, also without this page.
   *
   * @param code - A fresh code that ends a freeze.
   */
  endFrozen(permissions: Some, code: string | undefined, signal: AbortSignal): Promise<void>;
}

export function usePermissions(): Permissions {
  const { portal } = usePortal();
  const [ending, setEnding] = useState<Some>([]);
  const loaded = useLoaded(() => load(portal));
  const end = useAction(async (signal, permissions: Some) => {
    setEnding(permissions);
    try {
      const sent = await revoke(portal, permissions);
      // A frozen wallet sends nothing.
      if (sent > 0) await hasEnded(portal, permissions, signal);
    } finally {
      await loaded.reload();
      setEnding([]);
    }
  });
  return {
    ...loaded,
    ...{ end, ending },
    async endFrozen(permissions, code, signal) {
      await portal.call<typeof pauseFreezeRequest>(pauseFreezeCall, { body: { code } });
      try {
        await revoke(portal, permissions);
      } finally {
        await portal.call<typeof freezeOwnWalletRequest>(freezeOwnWalletCall, {});
      }
      await hasEnded(portal, permissions, signal).finally(loaded.reload);
    },
  };
}

const load = async (portal: Portal) =>
  (await portal.call<typeof listOwnPermissionsRequest>(listOwnPermissionsCall, {})).permissions;

/** Stops the use of permissions, and sends what ends them on their networks. @returns how many operations. @throws OPERATION_REFUSED */
async function revoke(portal: Portal, permissions: Some): Promise<number> {
  const { operations } = await portal.call<typeof revokePermissionsRequest>(revokePermissionsCall, {
    body: { permissions: permissions.map(({ chainId, context }) => ({ chainId, context })) },
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
  return operations.length;
}

/** Waits until the networks have ended permissions. @throws TIMEOUT they have not yet; ABORTED */
async function hasEnded(portal: Portal, permissions: Some, signal: AbortSignal): Promise<void> {
  const contexts = permissions.map(({ context }) => context);
  const isOpen = async () => (await load(portal)).some(one => one.isValid && contexts.includes(one.context));
  for (let left = LOOKS; await isOpen(); left -= 1) {
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
