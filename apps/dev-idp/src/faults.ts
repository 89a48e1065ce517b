/** The failures that a test can choose, with their labels. */
export const FAULTS = {
  providerError: 'The provider reports an error',
  tokenError: 'The token request fails with status 500',
  tokenGarbage: 'The token response is not JSON',
  tokenHang: 'The token request is never answered',
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
