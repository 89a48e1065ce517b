import * as z from 'zod/mini';
import { base64urlText, boundedText, localeField, uuidParam, walletUuid } from '../../wallet/walletFields.js';
import type { HttpCall, HttpRequest } from '../HttpCall.js';
import { walletSession, walletUser } from './sessions.js';

/** A provider of social sign-ins. Telegram is offered only if the host lists it. */
export const socialSignInProvider = z.enum([
  'apple',
  'discord',
  'facebook',
  'github',
  'google',
  'telegram',
  'x',
]);

/** A provider of social sign-ins. */
export type SocialSignInProvider = z.infer<typeof socialSignInProvider>;

/** A provider of logins: of social sign-ins, or Farcaster, whose users sign with their own key. */
export const loginProvider = z.enum([...socialSignInProvider.options, 'farcaster']);

/** A provider of logins: of social sign-ins, or Farcaster, whose users sign with their own key. */
export type LoginProvider = z.infer<typeof loginProvider>;

/** A login, as a consent names it. */
export const namedLogin = z.strictObject({
  provider: z.union([z.literal('email'), loginProvider]),
  /** The address, or the user's name at the provider, as plain text that may contain any character. */
  name: z.optional(z.string().check(z.maxLength(300))),
  /** Name of the project whose own client proves the login, as plain text. Absent: all projects share it. */
  project: z.optional(z.string().check(z.maxLength(300))),
  /** SHA-256, as base64url, of `lk-id|TXN|PROVIDER|SUBJECT`. */
  idh: boundedText(64),
});

/** A login, as a consent names it. */
export type NamedLogin = z.infer<typeof namedLogin>;

/** A login that can be added once the user consents. */
export const startedLoginLink = z.object({
  /** Id of the change, valid for 30 minutes, and for this installation and page. It voids an earlier one. */
  txn: walletUuid,
  /** As the consent must name them. */
  current: namedLogin,
  added: namedLogin,
  /** Whether the vault verifies the current login with a code. Else it needs the proofs of a social login. */
  currentEmail: z.optional(z.string()),
});

/** A login that can be added once the user consents. */
export type StartedLoginLink = z.infer<typeof startedLoginLink>;

/** 256 random bits as base64url. */
const secretText = () => base64urlText(43).check(z.minLength(43));

export const startSocialSignInCall = {
  method: 'POST',
  path: '/v1/auth/social/start',
  auth: 'proof',
  response: z.object({
    /** Id of the sign-in, valid for 30 minutes, and for this installation, project and host only. */
    txn: walletUuid,
    /** Page of the wallet service that the popup, or the tab, opens. */
    uri: z.string(),
    /** Always true, for pages of before that decide by it: any page on the way may make the popup look closed. Poll the state. */
    cutsOpener: z.boolean(),
  }),
} as const satisfies HttpCall;

/** Nothing is sent to the provider yet: the page at `uri` calls `arm` first. */
export const startSocialSignInRequest = {
  call: startSocialSignInCall,
  summary: 'Begins a sign-in with a social provider',
  body: () =>
    z.strictObject({
      provider: socialSignInProvider,
      /**
       * `popup`: the result is redeemed with the secret that the popup gave to the wallet page. `page`: the tab itself goes to
       * the provider and comes back to `returnTo`. Telegram supports `page` only.
       */
      way: z.enum(['popup', 'page']),
      /**
       * With `page`: address of the page to come back to, on the caller's origin. Its query and fragment are dropped. The portal
       * always comes back to its one page.
       */
      returnTo: z.optional(boundedText(2_048)),
      /** Language of emails. Default: en. */
      locale: z.optional(localeField),
    }),
  errors: ['PROVIDER_UNAVAILABLE', 'RATE_LIMITED', 'SIGN_IN_INVALID'],
} as const satisfies HttpRequest;

export const armSocialSignInCall = {
  method: 'POST',
  path: '/v1/auth/social/arm',
  auth: 'open',
  response: z.object({
    provider: socialSignInProvider,
    /** Page that started the sign-in. */
    hostOrigin: z.string(),
    /** The provider's page. Go there only after the wallet page has confirmed the secret. */
    authorizeUrl: z.string(),
  }),
} as const satisfies HttpCall;

/**
 * Called once by the page at `uri`, in the browser that completes the sign-in: the response sets the cookie that the callback
 * requires, and for `page` the one that the redemption requires.
 */
export const armSocialSignInRequest = {
  call: armSocialSignInCall,
  summary: 'Binds a social sign-in to this browser',
  body: () =>
    z.strictObject({
      txn: walletUuid,
      /** SHA-256 of the popup's secret, as base64url. Required for `popup`, not allowed for `page`. */
      secretHash: z.optional(secretText()),
    }),
  errors: ['PROVIDER_UNAVAILABLE', 'SIGN_IN_INVALID'],
} as const satisfies HttpRequest;

export const socialCallbackCall = {
  method: 'GET',
  path: '/v1/auth/social/callback',
  auth: 'open',
  response: undefined,
} as const satisfies HttpCall;

/**
 * Where providers send the browser. Responds with a redirect to the wallet window's `done` page, or to the page that the
 * visitor left; for Telegram, with a page that posts the result.
 */
export const socialCallbackRequest = {
  call: socialCallbackCall,
  summary: "Receives a social provider's response",
  query: () =>
    z.object({
      state: z.optional(z.string().check(z.maxLength(200))),
      code: z.optional(z.string().check(z.maxLength(4_096))),
      error: z.optional(z.string().check(z.maxLength(200))),
      iss: z.optional(z.string().check(z.maxLength(300))),
      /** Apple's, at the first sign-in: JSON with the name. */
      user: z.optional(z.string().check(z.maxLength(2_000))),
    }),
  status: 303,
  errors: [],
} as const satisfies HttpRequest;

export const takeTelegramResultCall = {
  method: 'POST',
  path: '/v1/auth/social/telegram',
  auth: 'open',
  response: z.object({
    /** Where the browser goes next: the page that the visitor left, or the wallet window's `done` page. */
    next: z.string(),
  }),
} as const satisfies HttpCall;

/** Called by the callback's page for Telegram, whose result is in the fragment: it is in no address that servers log. */
export const takeTelegramResultRequest = {
  call: takeTelegramResultCall,
  summary: "Receives Telegram's response",
  body: () => z.strictObject({ state: boundedText(200), tgAuthResult: z.string().check(z.maxLength(4_096)) }),
  errors: ['RATE_LIMITED'],
} as const satisfies HttpRequest;

export const socialFormCallbackCall = {
  method: 'POST',
  path: '/v1/auth/social/callback',
  auth: 'open',
  response: undefined,
} as const satisfies HttpCall;

/**
 * For providers that post a form (Apple). Browsers send no `SameSite=Lax` cookie with it, so the form is kept for a minute, and the
 * response redirects to the callback, which reads it. The address has the state only.
 */
export const socialFormCallbackRequest = {
  call: socialFormCallbackCall,
  summary: "Receives a social provider's response as a form",
  rawBody: true,
  status: 303,
  errors: [],
} as const satisfies HttpRequest;

/** Why a social sign-in ended without a result. */
export const socialFailure = z.enum([
  /** The visitor refused. */
  'REFUSED',
  /** The provider didn't respond, or not in time. */
  'PROVIDER_UNAVAILABLE',
  /** The provider's response was invalid. */
  'PROVIDER_RESPONSE_INVALID',
  /** The provider rejects the credentials of this project. */
  'PROVIDER_MISCONFIGURED',
  /** The clocks of the provider and of the wallet service differ by more than five minutes. */
  'PROVIDER_CLOCK',
]);

/** Why a social sign-in ended without a result. */
export type SocialFailure = z.infer<typeof socialFailure>;

export const takeSocialEndingCall = {
  method: 'POST',
  path: '/v1/auth/social/ending',
  auth: 'open',
  /** `hostOrigin`: of the page that started the sign-in. The ending is for no other page. */
  response: z.union([
    z.object({ hostOrigin: z.string(), resultCode: z.string() }),
    z.object({ hostOrigin: z.string(), failure: socialFailure }),
  ]),
} as const satisfies HttpCall;

/**
 * Called by the last page of a popup, `/window/done`, which passes the ending on. It is told once, and only to the browser with the
 * cookie of `arm`.
 */
export const takeSocialEndingRequest = {
  call: takeSocialEndingCall,
  summary: "Takes the ending of a popup's sign-in",
  body: () => z.strictObject({ txn: walletUuid }),
  errors: ['RATE_LIMITED', 'SIGN_IN_INVALID'],
} as const satisfies HttpRequest;

export const readSocialSignInCall = {
  method: 'GET',
  path: '/v1/auth/social/status/{txn}',
  auth: 'proof',
  response: z.object({
    /** `created`: not armed yet. `armed`: the visitor is at the provider. `done`: has a result. `redeemed`: the result was used. */
    state: z.enum(['created', 'armed', 'done', 'redeemed', 'failed', 'expired']),
    /** With `failed`. */
    failure: z.optional(socialFailure),
    /** With `armed`: the provider came back in another browser, which changes nothing. The visitor may start again, or return here. */
    isElsewhere: z.optional(z.boolean()),
    /** With `done`, for `popup` only: the result code, in case the popup could not post it. */
    resultCode: z.optional(z.string()),
    /** With `done`, for `page`: `pass` was called, so the redemption needs no cookie. */
    isPassed: z.optional(z.boolean()),
  }),
} as const satisfies HttpCall;

export const readSocialSignInRequest = {
  call: readSocialSignInCall,
  summary: 'State of a social sign-in',
  params: () => z.object({ txn: uuidParam() }),
  pathError: 'SIGN_IN_INVALID',
  errors: ['RATE_LIMITED', 'SIGN_IN_INVALID'],
} as const satisfies HttpRequest;

export const passSocialSignInCall = {
  method: 'POST',
  path: '/v1/auth/social/pass',
  auth: 'proof',
  response: z.object({}),
} as const satisfies HttpCall;

/**
 * Called by the wallet window, `/window/pass`, where the browser sends no cookie from the wallet page's frame: with the cookie of
 * `arm` and a proof that the wallet page made. The redemption of this sign-in then needs no cookie.
 */
export const passSocialSignInRequest = {
  call: passSocialSignInCall,
  summary: 'Confirms that a sign-in by full page is redeemed in the browser that passed the wallet page',
  body: () => z.strictObject({ txn: walletUuid }),
  errors: ['PASSED_ELSEWHERE', 'RATE_LIMITED', 'SIGN_IN_INVALID'],
} as const satisfies HttpRequest;

/** The user's id at the provider; before it the project and the client, if a client of the project's own proved it. */
export const identitySubject = boundedText(400);

/** What the vault needs to recognize a social identity. */
export const socialEvidence = z.strictObject({
  provider: loginProvider,
  subject: identitySubject,
  /**
   * The id token (Google, Apple), the access token (GitHub, Discord, Facebook), or the signed message (`farcasterToken`) as JSON. Undefined: the
   * vault cannot verify the identity.
   */
  token: z.optional(boundedText(8_192)),
});

/** What the vault needs to recognize a social identity. */
export type SocialEvidence = z.infer<typeof socialEvidence>;

export const redeemSocialSignInCall = {
  method: 'POST',
  path: '/v1/auth/social/redeem',
  auth: 'proof',
  response: z.object({
    session: walletSession,
    user: walletUser,
    provider: loginProvider,
    /** The user's name at the provider, as plain text that may contain any character. */
    userName: z.optional(z.string()),
    /** Receipt for the vault: the provider confirmed the identity. Valid for five minutes; with X and Telegram for 25. */
    authReceipt: z.string(),
    /** {@link socialEvidence} as JWE to the installation's key: what a new installation sends to the vault. */
    evidence: z.string(),
    /**
     * The session is of a login of before that all projects shared, because this installation holds its wallet. Once the user
     * consents, `POST /v1/logins/consent` adds the login that this project's own client proved, and new installations can use it.
     */
    join: z.optional(startedLoginLink),
  }),
} as const satisfies HttpCall;

export const redeemSocialSignInRequest = {
  call: redeemSocialSignInCall,
  summary: 'Exchanges the result of a social or Farcaster sign-in for a session',
  body: () =>
    z.strictObject({
      txn: walletUuid,
      /** Valid once, for 120 seconds. */
      resultCode: secretText(),
      /** The popup's secret. Required for `popup`, not allowed otherwise. For `page`, the browser's cookie or `pass` counts. */
      secret: z.optional(secretText()),
    }),
  errors: [
    'KNOWN_DEVICE_REQUIRED',
    'PASSED_ELSEWHERE',
    'RATE_LIMITED',
    'RECOVERY_DELAYED',
    'SIGN_IN_INVALID',
  ],
} as const satisfies HttpRequest;
