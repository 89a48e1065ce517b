import { importJWK, jwtVerify } from 'jose';
import { EMAIL_CONSENT_TYPE, emailConsentClaims } from 'latchkit/protocol';
import * as z from 'zod/mini';
import type { AddressChange } from './addressChanges.js';
import { identityHash } from './emailIdentity.js';
import type { Identity } from './identity.js';
import type { Caller } from './proveCaller.js';
import { walletError } from './walletError.js';

/** What the user consented to. */
interface Consented extends Pick<AddressChange, 'txn' | 'from' | 'to'> {
  /** The social login to which the address is added. Undefined: none is named. */
  readonly login?: Identity | undefined;
}

/**
 * Verifies that the user consented to a change of the address in the wallet window. The calling installation signed both
 * addresses, or the login and the address, with its own key, which neither the host page nor the other service has.
 *
 * @throws HttpError 403 `CONSENT_INVALID`.
 */
export async function requireConsent(
  { jwk, hostOrigin }: Pick<Caller, 'jwk' | 'hostOrigin'>,
  consent: string,
  { txn, from, to, login }: Consented,
): Promise<void> {
  const claims = await readConsent(jwk, consent);
  const idh = login && identityHash(txn, login.provider, login.subject);
  const isSame =
    claims.txn === txn && claims.from === from && claims.to === to && claims.hostOrigin === hostOrigin;
  if (!isSame || claims.login?.provider !== login?.provider || claims.login?.idh !== idh)
    throw walletError('CONSENT_INVALID');
}

async function readConsent(jwk: Caller['jwk'], consent: string) {
  try {
    const key = await importJWK(jwk, 'ES256');
    const { payload } = await jwtVerify(consent, key, { algorithms: ['ES256'], typ: EMAIL_CONSENT_TYPE });
    return z.parse(emailConsentClaims, payload);
  } catch (cause) {
    throw walletError('CONSENT_INVALID', cause);
  }
}
