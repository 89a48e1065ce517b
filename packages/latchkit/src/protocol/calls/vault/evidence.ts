import * as z from 'zod/mini';
import { compactToken, localeField, p256PublicJwk, walletUuid } from '../../wallet/walletFields.js';
import type { HttpCall, HttpRequest } from '../HttpCall.js';
import { socialEvidence } from '../wallet/socialSignIn.js';

export const giveEvidenceCall = {
  method: 'POST',
  path: '/v1/evidence',
  auth: 'proof',
  response: z.object({
    /** Takes the place of the grant for an approved link; valid for ten minutes, and once for each use. */
    approvalGrant: z.string(),
  }),
} as const satisfies HttpCall;

const evidenceFields = {
  evidence: socialEvidence,
  /** The receipt of the redeemed sign-in. */
  authReceipt: compactToken,
  /** The key that the vault seals its half to. */
  encJwk: p256PublicJwk,
};

/**
 * The vault verifies the evidence itself, with the provider's keys or at the provider, where the provider allows that. Where it
 * does not (X, Telegram) and the wallet has an approval address, the error is `LINK_REQUIRED` until the link is approved.
 */
export const giveEvidenceRequest = {
  call: giveEvidenceCall,
  summary: 'Approves a new installation by a social identity',
  body: () => z.strictObject(evidenceFields),
  errors: ['GRANT_INVALID', 'LINK_REQUIRED', 'PROVIDER_UNAVAILABLE', 'RATE_LIMITED', 'RECOVERY_DELAYED'],
} as const satisfies HttpRequest;

export const askEvidenceApprovalCall = {
  method: 'POST',
  path: '/v1/evidence/approval',
  auth: 'proof',
  /** Read the state of the approval with `GET /v1/approvals/{id}`. */
  response: z.object({
    id: walletUuid,
    /** The approval address, masked. */
    email: z.string(),
    /** Seconds until another link may be requested. */
    retryAfter: z.number(),
  }),
} as const satisfies HttpCall;

/** Another call sends another link, which voids the one before. */
export const askEvidenceApprovalRequest = {
  call: askEvidenceApprovalCall,
  summary: 'Sends the link that approves a new installation to the approval address',
  body: () =>
    z.strictObject({
      ...evidenceFields,
      /** Language of the email and its page. Default: en. */
      locale: z.optional(localeField),
    }),
  errors: [
    'COOLDOWN',
    'GRANT_INVALID',
    'MAIL_UNAVAILABLE',
    'PROVIDER_UNAVAILABLE',
    'RATE_LIMITED',
    'SIGN_IN_INVALID',
  ],
} as const satisfies HttpRequest;
