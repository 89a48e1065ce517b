import * as z from 'zod/mini';
import {
  boundedText,
  compactToken,
  emailAddress,
  localeField,
  p256PublicJwk,
  uuidParam,
  walletUuid,
} from '../../wallet/walletFields.js';
import type { HttpCall, HttpRequest } from '../HttpCall.js';

export const startApprovalCall = {
  method: 'POST',
  path: '/v1/approvals',
  auth: 'proof',
  response: z.object({ id: walletUuid, retryAfter: z.number() }),
} as const satisfies HttpCall;

/** Another call sends another link, which voids the one before. */
export const startApprovalRequest = {
  call: startApprovalCall,
  summary: 'Sends the approval link by email',
  body: () =>
    z.strictObject({
      /** Token of the wallet service: confirms that this sign-in has started, for this address, installation and page. */
      startToken: compactToken,
      email: emailAddress,
      /** The key that the vault seals its half to. */
      encJwk: p256PublicJwk,
      /** Language of the email and its page. Default: en. */
      locale: z.optional(localeField),
    }),
  errors: ['COOLDOWN', 'GRANT_INVALID', 'MAIL_UNAVAILABLE', 'RATE_LIMITED', 'SIGN_IN_INVALID'],
} as const satisfies HttpRequest;

const approvalState = z.object({
  state: z.enum(['pending', 'approved', 'denied', 'expired', 'delayed']),
  /** While it is delayed: when the recovery delay ends, ISO 8601. */
  opensAt: z.optional(z.string()),
  /** Present once it is approved; valid for ten minutes, and once for each use. */
  approvalGrant: z.optional(z.string()),
});

const idParams = () => z.object({ id: uuidParam() });

export const readApprovalCall = {
  method: 'GET',
  path: '/v1/approvals/{id}',
  auth: 'proof',
  response: approvalState,
} as const satisfies HttpCall;

export const readApprovalRequest = {
  call: readApprovalCall,
  summary: 'State of an approval',
  params: idParams,
  pathError: 'WALLET_NOT_FOUND',
  errors: ['APPROVAL_INVALID', 'FROZEN', 'WALLET_NOT_FOUND'],
} as const satisfies HttpRequest;

export const awaitApprovalCall = {
  method: 'GET',
  path: '/v1/approvals/{id}/decision',
  auth: 'proof',
  response: approvalState,
} as const satisfies HttpCall;

export const awaitApprovalRequest = {
  call: awaitApprovalCall,
  summary: 'State of an approval; responds once it is decided, or after ten seconds',
  params: idParams,
  pathError: 'WALLET_NOT_FOUND',
  errors: ['APPROVAL_INVALID', 'FROZEN', 'WALLET_NOT_FOUND'],
} as const satisfies HttpRequest;

export const inspectApprovalCall = {
  method: 'POST',
  path: '/v1/approvals/look',
  auth: 'open',
  response: z.object({
    state: z.enum(['pending', 'approved', 'denied', 'expired']),
    /** The page that the sign-in names. It is on the project's list; nothing proves that the sign-in came from it. */
    hostOrigin: z.string(),
    /** Name of the project. */
    project: z.string(),
    browser: z.string(),
    /** ISO 8601. */
    askedAt: z.string(),
    /** Whether the link was opened from the network that asked. */
    isSameNetwork: z.boolean(),
  }),
} as const satisfies HttpCall;

/** For the page of the link, before the user decides. Changes nothing. */
export const inspectApprovalRequest = {
  call: inspectApprovalCall,
  summary: 'What an approval link is for',
  body: () => z.strictObject({ token: boundedText(64) }),
  errors: ['APPROVAL_INVALID', 'RATE_LIMITED'],
} as const satisfies HttpRequest;

export const decideApprovalCall = {
  method: 'POST',
  path: '/v1/approvals/decide',
  auth: 'open',
  response: z.object({ state: z.enum(['approved', 'denied']) }),
} as const satisfies HttpCall;

export const decideApprovalRequest = {
  call: decideApprovalCall,
  summary: 'Approves or denies a device',
  body: () =>
    z.strictObject({
      token: boundedText(64),
      approve: z.boolean(),
      /** The user was told that the networks differ, and confirmed again. */
      confirmed: z.optional(z.boolean()),
    }),
  errors: ['APPROVAL_INVALID', 'RATE_LIMITED', 'SECOND_CONFIRMATION_REQUIRED'],
} as const satisfies HttpRequest;

export const grantForCodeCall = {
  method: 'POST',
  path: '/v1/approvals/code',
  auth: 'signed',
  response: z.union([
    z.object({ approvalGrant: z.string() }),
    /** When the recovery delay ends, ISO 8601. */
    z.object({ opensAt: z.string() }),
  ]),
} as const satisfies HttpCall;

/** Called by the wallet service. */
export const grantForCodeRequest = {
  call: grantForCodeCall,
  summary: 'Approves a new device because its code was correct, where the operator allows that',
  body: () =>
    z.strictObject({
      /** Receipt of the wallet service: the code was correct. */
      authReceipt: compactToken,
      email: emailAddress,
      encJwk: p256PublicJwk,
      projectId: boundedText(64),
      project: z.string().check(z.maxLength(200)),
      hostOrigin: boundedText(300),
      browser: z.string().check(z.maxLength(200)),
      network: boundedText(64),
      locale: localeField,
    }),
  errors: ['GRANT_INVALID'],
} as const satisfies HttpRequest;
