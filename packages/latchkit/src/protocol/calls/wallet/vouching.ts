import * as z from 'zod/mini';
import { base64urlText, boundedText, p256PublicJwk, walletUuid } from '../../wallet/walletFields.js';
import type { HttpCall, HttpRequest } from '../HttpCall.js';
import { projectId } from '../project/queryFields.js';
import { walletSession, walletUser } from './sessions.js';

/** A new installation in the same browser as one that vouches for it, and its page. */
export const vouchedInstallation = z.strictObject({
  /** Thumbprint of its signing key. */
  jkt: base64urlText(43).check(z.minLength(43)),
  /** The key to which the wallet key is sealed. It has to be the registered one. */
  encJwk: p256PublicJwk,
  projectId,
  hostOrigin: boundedText(300),
});

/** A new installation in the same browser as one that vouches for it, and its page. */
export type VouchedInstallation = z.infer<typeof vouchedInstallation>;

export const authorizeInstallationCall = {
  method: 'POST',
  path: '/v1/installations/authorize',
  auth: 'session',
  response: z.object({
    /** The login of the new installation. */
    txn: walletUuid,
    /** Seconds within which it has to log in and enrol. */
    expiresIn: z.number(),
  }),
} as const satisfies HttpCall;

/** The caller holds a share set. The new installation is registered, and its user agreed with a press in the wallet window. */
export const authorizeInstallationRequest = {
  call: authorizeInstallationCall,
  summary: 'Vouches for a new installation in the same browser',
  body: () => vouchedInstallation,
  errors: ['FROZEN', 'RATE_LIMITED', 'SHARE_NOT_FOUND', 'SIGN_IN_INVALID', 'WALLET_NOT_FOUND'],
} as const satisfies HttpRequest;

export const verifyVouchedSignInCall = {
  method: 'POST',
  path: '/v1/auth/vouched',
  auth: 'proof',
  response: z.object({ session: walletSession, user: walletUser }),
} as const satisfies HttpCall;

/** Once. The session may then enrol with the wallet key that the other installation sent. */
export const verifyVouchedSignInRequest = {
  call: verifyVouchedSignInCall,
  summary: 'Logs in an installation that another one vouched for',
  body: () => z.strictObject({ txn: walletUuid }),
  errors: ['FROZEN', 'RATE_LIMITED', 'SIGN_IN_INVALID'],
} as const satisfies HttpRequest;
