import type { SocialSignInProvider } from 'latchkit/protocol';

/** Who signs a provider's id tokens, also at the development provider, whose address is `base`. */
export interface IdTokens {
  readonly issuers: readonly string[];
  readonly issuersAt: (base: string) => readonly string[];
  readonly keys: string;
  readonly keysAt: (base: string) => string;
  /** The form of user agent that it asks for. Default: product, version and URL. */
  readonly agent?: 'DiscordBot';
}

/** Which API tells about a provider's access tokens; at the development provider, `apiAt` follows its address. */
export interface AccessTokens {
  readonly api: string;
  readonly apiAt: `/${string}`;
  readonly inspect: 'discord' | 'facebook' | 'github';
  /** Whether the provider gives a token again, or does not say when it was issued: then it can be right and prove no login. */
  readonly repeats?: true;
}

/**
 * How the vault verifies identities of a provider: id tokens where it has them, else access tokens. The wallet service has a record
 * of its own, because neither service trusts the other's; a test compares the two. It says where each provider documents its rules.
 */
export const EVIDENCE_PROVIDERS: Readonly<
  Partial<Record<SocialSignInProvider, { readonly idToken?: IdTokens; readonly accessToken?: AccessTokens }>>
> = {
  apple: {
    idToken: {
      issuers: ['https://appleid.apple.com', 'https://account.apple.com'],
      issuersAt: base => [base, `${base}/account`],
      keys: 'https://appleid.apple.com/auth/keys',
      keysAt: base => `${base}/jwks`,
    },
  },
  google: {
    idToken: {
      issuers: ['https://accounts.google.com', 'accounts.google.com'],
      issuersAt: base => [base, base.replace(/^https?:\/\//, '')],
      keys: 'https://www.googleapis.com/oauth2/v3/certs',
      keysAt: base => `${base}/jwks`,
    },
  },
  discord: {
    idToken: {
      issuers: ['https://discord.com'],
      issuersAt: base => [base],
      keys: 'https://discord.com/api/oauth2/keys',
      keysAt: base => `${base}/api/oauth2/keys`,
      agent: 'DiscordBot',
    },
    accessToken: { api: 'https://discord.com/api/v10', apiAt: '/api/v10', inspect: 'discord', repeats: true },
  },
  facebook: {
    idToken: {
      issuers: ['https://www.facebook.com'],
      issuersAt: base => [base],
      keys: 'https://www.facebook.com/.well-known/oauth/openid/jwks/',
      keysAt: base => `${base}/.well-known/oauth/openid/jwks/`,
    },
    accessToken: {
      api: 'https://graph.facebook.com/v25.0',
      apiAt: '/graph/v25.0',
      inspect: 'facebook',
      repeats: true,
    },
  },
  github: { accessToken: { api: 'https://api.github.com', apiAt: '/api', inspect: 'github' } },
};
