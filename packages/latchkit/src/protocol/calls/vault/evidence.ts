import * as z from 'zod/mini';
import { compactToken, p256PublicJwk } from '../../wallet/walletFields.js';
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

/** The vault verifies the evidence itself, with the provider's keys or at the provider, where the provider allows that. */
export const giveEvidenceRequest = {
  call: giveEvidenceCall,
  summary: 'Approves a new installation by a social identity',
  body: () =>
    z.strictObject({
      evidence: socialEvidence,
      /** The receipt of the redeemed sign-in. */
      authReceipt: compactToken,
      /** The key that the vault seals its half to. */
      encJwk: p256PublicJwk,
    }),
  errors: ['GRANT_INVALID', 'PROVIDER_UNAVAILABLE', 'RATE_LIMITED'],
} as const satisfies HttpRequest;
