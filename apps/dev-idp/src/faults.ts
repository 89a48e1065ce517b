/** The failures that a test can choose, with their labels. */
export const FAULTS = {
  providerError: 'The provider reports an error',
  tokenError: 'The token request fails with status 500',
  tokenGarbage: 'The token response is not JSON',
  tokenHang: 'The token request is never answered',
  tokenLimited: 'The token request is refused with status 429 for 30 seconds',
  tokenForbidden: 'The token request is refused with status 403',
  apiLimited: 'The API answers 429 for 30 seconds',
  apiLimitedAs403: 'The API answers 403 with an exhausted rate',
  apiPayment: 'The API answers 402',
  apiForbidden: 'The API answers 403',
  inspectLimited: 'The inspection of tokens answers 429 for 30 seconds',
  withoutNonce: 'The identity names no sign-in',
  shortToken: 'The token is short-lived, nothing tells when it was issued, and there is no identity',
  otherIssuer: 'The identity names the other issuer that the provider has',
  tokenLarge: 'The token response has more than 1 MB',
  clockFast: "The provider's clock is 10 minutes fast",
  clockSlow: "The provider's clock is 10 minutes slow",
  foreignIss: "The response names another provider's issuer",
  strangeIss: 'The response names an issuer that nobody knows',
  wrongIssuer: 'The identity names another issuer',
  wrongAudience: 'The identity is for another client',
  wrongNonce: 'The identity is of another sign-in',
  wrongSignature: 'The signature is wrong',
  expired: 'The signed message has expired',
  wrongSigner: 'The key of another user signs',
  algorithmNone: 'The identity is not signed (alg none)',
  oldKey: 'The identity is signed with the key of before',
  looseIdentity: 'The identity has a list as audience, text as flag, and fields that nobody knows',
  otherParty: 'The identity is for this client and another one, which asked for it',
  tokenNulls: 'The token response has null for what it leaves out',
  apiLimitedByCode: 'The API reports its limit by a code of its own',
  inspectLimitedByCode:
    'The inspection of tokens reports its limit by a code of its own, and there is no identity',
} as const;

/** A failure that a test can choose. */
export type Fault = keyof typeof FAULTS;

/** The wrong `iss` (RFC 9207) that a fault adds to the response of the provider at `base`. */
export function wrongIss(fault: Fault | undefined, base: string): string | undefined {
  if (fault === 'strangeIss') return 'https://issuer.example';
  if (fault !== 'foreignIss') return undefined;
  return new URL(base.endsWith('/github') ? 'google' : 'github/login/oauth', base).href;
}

/** Converts the value of a form. */
export function faultOf(text: string | null): Fault | undefined {
  return text !== null && Object.hasOwn(FAULTS, text) ? (text as Fault) : undefined;
}
