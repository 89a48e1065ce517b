import { type Approval, type ApprovalLedger, keyringError, type SigningRequest } from '@latchkit/keyring';
import {
  EMAIL_CONSENT_TYPE,
  emailConsentClaims,
  LOGIN_CONSENT_TYPE,
  LOGIN_REMOVAL_CONSENT_TYPE,
  loginConsentClaims,
  loginRemovalClaims,
} from 'latchkit/protocol';
import { signJwt } from '../services/signJwt.js';
import type { Installation } from '../storage/Installation.js';

const CONSENTS = {
  emailConsent: { typ: EMAIL_CONSENT_TYPE, schema: emailConsentClaims },
  loginConsent: { typ: LOGIN_CONSENT_TYPE, schema: loginConsentClaims },
  removalConsent: { typ: LOGIN_REMOVAL_CONSENT_TYPE, schema: loginRemovalClaims },
} as const;

/** A request for a consent. */
interface ConsentRequest extends SigningRequest {
  readonly kind: keyof typeof CONSENTS;
}

/** Whether a request is for a consent, which the installation signs. */
export function isConsent(request: SigningRequest): request is ConsentRequest {
  return Object.hasOwn(CONSENTS, request.kind);
}

/**
 * Signs the user's consent to another email address, or to the addition or removal of a login, with the installation's key. Both services require it, and a host page
 * can't create it.
 *
 * @throws KEYRING_APPROVAL It was not approved in the wallet window, or the approval was used before.
 */
export async function signConsent(
  { signingKey }: Pick<Installation, 'signingKey'>,
  ledger: ApprovalLedger,
  request: ConsentRequest,
  approval: Approval,
): Promise<string> {
  if (approval.surface !== 'window') throw keyringError('KEYRING_APPROVAL');
  await ledger.consume(request, approval);
  const { typ, schema } = CONSENTS[request.kind];
  const claims = schema.parse(JSON.parse(request.payload));
  return signJwt(signingKey, { typ }, claims);
}
