import type { RecoveryMode } from 'latchkit/protocol';
import * as z from 'zod';
import { settledDeviceRequired } from './walletError.js';
import { WALLET_TIMES } from './walletLimits.js';

/**
 * What a caller has of a wallet, the most first: `factor`: it has just used a passkey of the wallet. `settled`: its installation has
 * opened the wallet for 24 hours, by the rule of the export, or with a factor. `new`: it has opened it since, or no record says when.
 * `none`: it has only logged in.
 */
export const standing = z.enum(['factor', 'settled', 'new', 'none']);

/** What a caller has of a wallet. */
export type Standing = z.infer<typeof standing>;

/**
 * Everything that destroys a wallet or a way to it, and what becomes of it if a login alone asks. A session and a code prove the mailbox
 * only, and must not destroy what the mailbox cannot open.
 */
export const DESTROYING = {
  /** A login that a thief adds still opens the wallet when the first one is the owner's alone again. */
  addLogin: 'refused',
  /** The first address too, and that for approvals: from then on the codes or the links go there. */
  changeEmail: 'refused',
  delete: 'waits',
  /** Cancels a deletion that more than a login confirmed. */
  keep: 'refused',
  move: 'refused',
  protection: 'refused',
  rekey: 'refused',
  removeLogin: 'refused',
  revoke: 'refused',
  switch: 'refused',
  /** The end and the pause of a freeze, which takes rights from a browser that a reader of the mail has just added. */
  unfreeze: 'refused',
} as const satisfies Readonly<Record<string, 'refused' | 'waits'>>;

/** An action that destroys a wallet or a way to it. */
export type DestroyingAction = keyof typeof DESTROYING;

/** Whether an action destroys a wallet or a way to it. */
export function isDestroying(action: string): action is DestroyingAction {
  return Object.hasOwn(DESTROYING, action);
}

/** Whether a caller has more of a wallet than a login. */
export function isConfirmed(has: Standing): boolean {
  return has === 'factor' || has === 'settled';
}

/**
 * Refuses what only the owner of a wallet may destroy. Both services decide by it.
 *
 * @param settlesAt - When the installation will have opened the wallet for 24 hours.
 * @throws HttpError 403 `SETTLED_DEVICE_REQUIRED`.
 */
export function requireStanding(action: DestroyingAction, has: Standing, settlesAt?: Date): void {
  if (!isConfirmed(has) && DESTROYING[action] === 'refused') throw settledDeviceRequired(settlesAt);
}

/**
 * Refuses to end the recovery delay of a device for a login alone, which the device that waits has too. Both services decide by it.
 *
 * @throws HttpError 403 `SETTLED_DEVICE_REQUIRED`.
 */
export function requireShare(has: Standing): void {
  if (has === 'none') throw settledDeviceRequired(undefined);
}

/** How many milliseconds a deletion waits. */
export function deletionWait(has: Standing, mode: RecoveryMode): number {
  return isConfirmed(has) || mode === 'automatic' ? WALLET_TIMES.deletion : WALLET_TIMES.askedDeletion;
}
