import { importJWK, jwtVerify } from 'jose';
import {
  EMAIL_CONSENT_TYPE,
  emailConsentClaims,
  LOGIN_CONSENT_TYPE,
  LOGIN_REMOVAL_CONSENT_TYPE,
  loginConsentClaims,
  loginRemovalClaims,
  type NamedLogin,
} from 'latchkit/protocol';
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
  const claims = await readConsent(jwk, consent, EMAIL_CONSENT_TYPE, emailConsentClaims);
  const idh = login && identityHash(txn, login.provider, login.subject);
  const isSame =
    claims.txn === txn && claims.from === from && claims.to === to && claims.hostOrigin === hostOrigin;
  if (!isSame || claims.login?.provider !== login?.provider || claims.login?.idh !== idh)
    throw walletError('CONSENT_INVALID');
}

/** The two logins of a consent. */
export interface ConsentedLogins {
  readonly txn: string;
  readonly current: Identity;
  readonly added: Identity;
}

/**
 * Verifies that the user consented to another login in the wallet window. The calling installation signed both logins with its own
 * key.
 *
 * @throws HttpError 403 `CONSENT_INVALID`.
 */
export async function requireLoginConsent(
  { jwk, hostOrigin }: Pick<Caller, 'jwk' | 'hostOrigin'>,
  consent: string,
  { txn, current, added }: ConsentedLogins,
): Promise<void> {
  const claims = await readConsent(jwk, consent, LOGIN_CONSENT_TYPE, loginConsentClaims);
  const isSame = claims.txn === txn && claims.hostOrigin === hostOrigin;
  if (!isSame || !names(txn, claims.current, current) || !names(txn, claims.added, added)) {
    throw walletError('CONSENT_INVALID');
  }
}

/** The logins of a wallet from which one is removed. */
export interface ConsentedRemoval {
  readonly txn: string;
  readonly removed: Identity;
  /** All others. */
  readonly remaining: readonly Identity[];
}

/**
 * Verifies that the user consented to the removal of a login in the wallet window. The calling installation signed all logins of
 * the wallet with its own key.
 *
 * @throws HttpError 403 `CONSENT_INVALID`.
 */
export async function requireRemovalConsent(
  { jwk, hostOrigin }: Pick<Caller, 'jwk' | 'hostOrigin'>,
  consent: string,
  { txn, removed, remaining }: ConsentedRemoval,
): Promise<void> {
  const claims = await readConsent(jwk, consent, LOGIN_REMOVAL_CONSENT_TYPE, loginRemovalClaims);
  const isSame = claims.txn === txn && claims.hostOrigin === hostOrigin;
  const namesAll =
    claims.remaining.length === remaining.length &&
    remaining.every(login => claims.remaining.some(named => names(txn, named, login)));
  if (!isSame || !names(txn, claims.removed, removed) || !namesAll) throw walletError('CONSENT_INVALID');
}

const names = (txn: string, named: NamedLogin, { provider, subject }: Identity) =>
  named.provider === provider && named.idh === identityHash(txn, provider, subject);

async function readConsent<Claims extends z.core.$ZodType>(
  jwk: Caller['jwk'],
  consent: string,
  typ: string,
  claims: Claims,
): Promise<z.output<Claims>> {
  try {
    const key = await importJWK(jwk, 'ES256');
    const { payload } = await jwtVerify(consent, key, { algorithms: ['ES256'], typ });
    return z.parse(claims, payload);
  } catch (cause) {
    throw walletError('CONSENT_INVALID', cause);
  }
}
