import * as z from 'zod/mini';
import { boundedText, compactToken, doneAnswer, localeField, walletUuid } from '../../wallet/walletFields.js';
import type { HttpCall, HttpRequest } from '../HttpCall.js';
import { passkeyUse } from './portal.js';
import { namedLogin } from './socialSignIn.js';

/** `typ` of the consent to remove a login (RFC 8725, 3.11), which no other signature of the installation has. */
export const LOGIN_REMOVAL_CONSENT_TYPE = 'latchkit-login-removal+jwt';

/**
 * The claims of a consent to remove a login. The installation signs it with its own key (ES256) after the user approved it in the
 * wallet window or on a page of the wallet service, which show all logins. No host page has that key.
 */
export const loginRemovalClaims = z.strictObject({
  txn: walletUuid,
  /** The login that will no longer open the wallet. */
  removed: namedLogin,
  /** All other logins of the wallet. */
  remaining: z.array(namedLogin).check(z.minLength(1), z.maxLength(50)),
  /** Origin of the page that requested it, as the window showed it. */
  hostOrigin: boundedText(300),
});

/** The claims of a consent to remove a login. */
export type LoginRemovalClaims = z.infer<typeof loginRemovalClaims>;

/** One login of a wallet. */
export const walletLogin = z.object({
  id: walletUuid,
  ...z.omit(namedLogin, { idh: true }).shape,
  /** Whether this session comes from it. */
  isCurrent: z.boolean(),
  /** Whether `POST /v1/logins/removals` accepts it now. */
  isRemovable: z.boolean(),
});

/** One login of a wallet. */
export type WalletLogin = z.infer<typeof walletLogin>;

export const listLoginsCall = {
  method: 'GET',
  path: '/v1/logins',
  auth: 'session',
  /** The oldest first. */
  response: z.object({ logins: z.array(walletLogin) }),
} as const satisfies HttpCall;

export const listLoginsRequest = {
  call: listLoginsCall,
  summary: 'The logins of the wallet',
  errors: [],
} as const satisfies HttpRequest;

export const startLoginRemovalCall = {
  method: 'POST',
  path: '/v1/logins/removals',
  auth: 'session',
  response: z.object({
    /** Id of the change, valid for 30 minutes, and for this installation and page. It voids an earlier one. */
    txn: walletUuid,
    /** As the consent must name them. */
    removed: namedLogin,
    remaining: z.array(namedLogin),
    /** The user's id at the provider of the removed login, for the vault. */
    subject: z.string(),
    /** Whether the vault asks the holder of an address with a code. Else it needs the proofs of a social login. */
    currentEmail: z.optional(z.string()),
    /** Whether this session comes from the removed login, and ends with it. */
    endsSession: z.boolean(),
  }),
} as const satisfies HttpCall;

/**
 * Removes a social login from the wallet of the signed-in user. Neither service removes a login alone:
 *
 * 1. `POST /v1/logins/removals`, in a session that is at most ten minutes old: all logins. Sends no email.
 * 2. `POST /v1/logins/removals/consent` with the installation's signature over all of them: a receipt.
 * 3. `POST V/v1/logins/removals`: the vault emails a code to the current address, which `POST V/v1/email/verify` verifies;
 *    without an address it verifies a social login of the wallet itself.
 * 4. `PUT V/v1/logins/removals`: the vault removes the login and emails every known address: `removedGrant`.
 * 5. `PUT /v1/logins/removals/commit`: the wallet service removes it and ends its sessions on every installation.
 *
 * A wallet keeps its email address, and at least one login that was neither added nor changed in the last 72 hours. For 72
 * hours a link in the emails restores the login and freezes the wallet. Afterwards the login can be added again, or has a user
 * of its own when it logs in.
 */
export const startLoginRemovalRequest = {
  call: startLoginRemovalCall,
  summary: 'Begins to remove a social login',
  body: () =>
    z.strictObject({
      /** See `GET /v1/logins`. */
      login: walletUuid,
      passkeyGrant: passkeyUse(),
      /** Language of the emails. Default: that of the session. */
      locale: z.optional(localeField),
    }),
  errors: [
    'FROZEN',
    'GRANT_INVALID',
    'LAST_LOGIN',
    'LOGIN_NOT_FOUND',
    'RATE_LIMITED',
    'REAUTH_REQUIRED',
    'SETTLED_DEVICE_REQUIRED',
  ],
} as const satisfies HttpRequest;

export const consentToLoginRemovalCall = {
  method: 'POST',
  path: '/v1/logins/removals/consent',
  auth: 'session',
  /** For the vault's `POST` and `PUT /v1/logins/removals`; valid for ten minutes. */
  response: z.object({ removalReceipt: z.string() }),
} as const satisfies HttpCall;

export const consentToLoginRemovalRequest = {
  call: consentToLoginRemovalCall,
  summary: 'Consents to the removal of a login',
  body: () =>
    z.strictObject({
      txn: walletUuid,
      /** JWS of {@link loginRemovalClaims}, `typ` {@link LOGIN_REMOVAL_CONSENT_TYPE}. */
      consent: compactToken,
    }),
  errors: ['CONSENT_INVALID', 'COOLDOWN', 'FROZEN', 'RATE_LIMITED', 'SIGN_IN_INVALID'],
} as const satisfies HttpRequest;

export const commitLoginRemovalCall = {
  method: 'PUT',
  path: '/v1/logins/removals/commit',
  auth: 'session',
  response: doneAnswer,
} as const satisfies HttpCall;

/** A repeated call changes nothing, but is refused with `INVALID_SESSION` if the session came from the removed login. */
export const commitLoginRemovalRequest = {
  call: commitLoginRemovalCall,
  summary: 'Removes a login',
  body: () => z.strictObject({ txn: walletUuid, removedGrant: compactToken }),
  errors: ['FROZEN', 'GRANT_INVALID', 'LAST_LOGIN', 'SIGN_IN_INVALID'],
} as const satisfies HttpRequest;
