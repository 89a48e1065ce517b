import { type Approval, type ApprovalLedger, keyringError, type SigningRequest } from '@latchkit/keyring';
import { SignJWT } from 'jose';
import {
  EMAIL_CONSENT_TYPE,
  emailConsentClaims,
  LOGIN_CONSENT_TYPE,
  loginConsentClaims,
} from 'latchkit/protocol';
import type { Installation } from '../storage/Installation.js';

/**
 * Signs the user's consent to another email address or login with the installation's key. Both services require it, and a host page
 * can't create it.
 *
 * @throws KEYRING_APPROVAL It was not approved in the wallet window, or the approval was used before.
 */
export async function signConsent(
  { signingKey }: Pick<Installation, 'signingKey'>,
  ledger: ApprovalLedger,
  request: SigningRequest,
  approval: Approval,
): Promise<string> {
  if (approval.surface !== 'window') throw keyringError('KEYRING_APPROVAL');
  await ledger.consume(request, approval);
  const { kind, payload } = request;
  const { typ, claims } =
    kind === 'loginConsent'
      ? { typ: LOGIN_CONSENT_TYPE, claims: loginConsentClaims.parse(JSON.parse(payload)) }
      : { typ: EMAIL_CONSENT_TYPE, claims: emailConsentClaims.parse(JSON.parse(payload)) };
  return new SignJWT({ ...claims }).setProtectedHeader({ alg: 'ES256', typ }).sign(signingKey);
}
