import * as z from 'zod/mini';
import { boundedText, compactToken, doneAnswer, localeField } from '../../wallet/walletFields.js';
import type { HttpCall, HttpRequest } from '../HttpCall.js';
import { readProtectionCall } from './protection.js';

/** An event that every address of a user is told of. */
export const noticeKind = z.enum([
  'exported',
  'frozen',
  'unfrozen',
  'freezePaused',
  'deleting',
  'deletionAsked',
  'kept',
  'deleted',
  'moving',
  'switched',
  'oldWallet',
  'repaired',
]);

/** An event that every address of a user is told of. */
export type NoticeKind = z.infer<typeof noticeKind>;

/** The wallet service's signed request about a wallet. */
const orderBody = () => z.strictObject({ order: compactToken });

export const freezeSubjectCall = {
  method: 'POST',
  path: '/v1/orders/freeze',
  auth: 'signed',
  response: doneAnswer,
} as const satisfies HttpCall;

/** Called by the wallet service, for a user who froze the wallet in the portal. */
export const freezeSubjectRequest = {
  call: freezeSubjectCall,
  summary: 'Freezes a wallet',
  body: orderBody,
  errors: ['GRANT_INVALID'],
} as const satisfies HttpRequest;

export const unfreezeSubjectCall = {
  method: 'POST',
  path: '/v1/orders/unfreeze',
  auth: 'signed',
  response: doneAnswer,
} as const satisfies HttpCall;

/** Called by the wallet service, for a user who gave a fresh code in an installation with a share set. */
export const unfreezeSubjectRequest = {
  call: unfreezeSubjectCall,
  summary: 'Ends the freeze of a wallet',
  body: orderBody,
  errors: ['GRANT_INVALID', 'SETTLED_DEVICE_REQUIRED'],
} as const satisfies HttpRequest;

export const pauseSubjectCall = {
  method: 'POST',
  path: '/v1/orders/pause-freeze',
  auth: 'signed',
  response: doneAnswer,
} as const satisfies HttpCall;

/** Called by the wallet service, for a user who gave a fresh code in an installation with a share set. */
export const pauseSubjectRequest = {
  call: pauseSubjectCall,
  summary: 'Pauses the freeze of a wallet until a given time',
  body: orderBody,
  errors: ['GRANT_INVALID', 'SETTLED_DEVICE_REQUIRED'],
} as const satisfies HttpRequest;

export const sendNoticeCall = {
  method: 'POST',
  path: '/v1/orders/notice',
  auth: 'signed',
  response: doneAnswer,
} as const satisfies HttpCall;

/** Called by the wallet service, which does not know every address of the user. */
export const sendNoticeRequest = {
  call: sendNoticeCall,
  summary: 'Emails the addresses of a wallet that only the vault knows',
  body: () =>
    z.strictObject({
      order: compactToken,
      kind: noticeKind,
      locale: localeField,
      /** Host of the wallet service, for the text. */
      host: boundedText(300),
      /** The time that the text names. */
      at: z.optional(z.iso.datetime()),
    }),
  errors: ['GRANT_INVALID'],
} as const satisfies HttpRequest;

export const deleteSubjectCall = {
  method: 'POST',
  path: '/v1/orders/delete',
  auth: 'signed',
  /** `isUsed`: a passkey of the wallet was used since the deletion was asked for, so nothing was deleted. */
  response: z.object({ isUsed: z.optional(z.boolean()) }),
} as const satisfies HttpCall;

/**
 * Called by the wallet service when the time of a deletion is over. The vault counts it again, by its own record of what protects the
 * wallet.
 */
export const deleteSubjectRequest = {
  call: deleteSubjectCall,
  summary: "Deletes the vault's half of a wallet, and what the vault stores of its user",
  body: orderBody,
  errors: ['GRANT_INVALID'],
} as const satisfies HttpRequest;

export const removeWalletCall = {
  method: 'POST',
  path: '/v1/orders/remove',
  auth: 'signed',
  response: doneAnswer,
} as const satisfies HttpCall;

/** Called by the wallet service 30 days after the user moved to another wallet. */
export const removeWalletRequest = {
  call: removeWalletCall,
  summary: "Deletes the vault's half of an old wallet",
  body: orderBody,
  errors: ['GRANT_INVALID'],
} as const satisfies HttpRequest;

/** How a wallet opens in a new installation, and what waits. */
export const protectionSummary = z.object({
  ...{ mode: readProtectionCall.response.shape.mode, delay: readProtectionCall.response.shape.delay },
  recoveries: readProtectionCall.response.shape.recoveries,
});

export const readSummaryCall = {
  method: 'POST',
  path: '/v1/orders/summary',
  auth: 'signed',
  response: z.object({
    /** Null: the vault stores no share of the wallet. */
    protection: z.nullable(protectionSummary),
  }),
} as const satisfies HttpCall;

/** Called by the wallet service, for the first screen of the portal. */
export const readSummaryRequest = {
  call: readSummaryCall,
  summary: 'How a wallet opens in a new installation, and what waits',
  body: orderBody,
  errors: ['GRANT_INVALID'],
} as const satisfies HttpRequest;

/** Actions in the audit logs that users see. */
export const ACTIVITY_ACTIONS = [
  'sign-in',
  'sign-in.locked',
  'sign-in.social',
  'sign-in.vouched',
  'session.end',
  'session.reuse',
  'installation.revoke',
  'installation.vouch',
  'half.recovery',
  'set.enrol',
  'wallet.commit',
  'wallet.rekey',
  'wallet.move',
  'wallet.switch',
  'wallet.removed',
  'wallet.export',
  'wallet.freeze',
  'wallet.unfreeze',
  'wallet.pause-freeze',
  'wallet.delete',
  'wallet.keep',
  'email.change',
  'email.link',
  'email.revert',
  'login.link',
  'login.remove',
  'recovery.release',
  'recovery.password',
  'recovery.wait',
  'recovery.waive',
  'recovery.cancel',
  'passkey.add',
  'protection.automatic',
  'protection.passkey',
  'protection.password',
  'protection.delay-0',
  'protection.delay-24',
  'protection.delay-72',
  'approval-address.set',
] as const;

/** An action that users see. */
export type ActivityAction = (typeof ACTIVITY_ACTIONS)[number];

/** Whether users see the action. */
export function isActivityAction(action: string): action is ActivityAction {
  return ACTIVITY_ACTIONS.some(known => known === action);
}

export const readVaultActivityCall = {
  method: 'POST',
  path: '/v1/orders/activity',
  auth: 'signed',
  response: z.object({
    entries: z.array(
      z.object({
        /** Number in the log. */
        seq: z.int(),
        /** ISO 8601. */
        at: z.string(),
        action: z.enum(ACTIVITY_ACTIONS),
        /** Thumbprint of the installation, `link` or `service`. */
        actor: z.string(),
        /** Equal in the entries of one login of one installation, of both services. Undefined: part of no login, or written by an older version. */
        login: z.optional(z.string()),
      }),
    ),
  }),
} as const satisfies HttpCall;

/** Called by the wallet service, for the user's own view. */
export const readVaultActivityRequest = {
  call: readVaultActivityCall,
  summary: "A wallet's entries of the vault's audit log, the newest first",
  body: () =>
    z.strictObject({
      order: compactToken,
      /** Entries below this number. Default: the newest. */
      before: z.optional(z.int().check(z.nonnegative())),
      limit: z.int().check(z.gte(1), z.lte(100)),
    }),
  errors: ['GRANT_INVALID'],
} as const satisfies HttpRequest;
