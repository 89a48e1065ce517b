/** A rule of a provider that its stand-in keeps. */
export interface ProviderRule {
  readonly provider: string;
  /** What the provider does, in a sentence. */
  readonly rule: string;
  /** Where it says so, or where its clients report it. */
  readonly source: string;
  /** The day on which the source was read, or `–` where it could not be. */
  readonly read: string;
}

const READ = '2026-11-29';
const READ_AGAIN = '2026-11-30';

/** The rules that this server keeps, for `docs/results/providers.md`. Each is tested in `strictness.test.ts`. */
export const PROVIDER_RULES = [
  {
    provider: 'GitHub, Discord, X, Facebook',
    rule: 'Credentials are compared as they are, and only where the provider documents them: X in the header, GitHub and Facebook in the form, Discord in either. Token endpoints take forms only.',
    source:
      'docs.x.com: OAuth 2.0 Authorization Code Flow with PKCE (confidential clients); discord/discord-api-docs: topics/oauth2; github/docs: Authorizing OAuth apps; RFC 7617',
    read: READ_AGAIN,
  },
  {
    provider: 'GitHub',
    rule: 'The callback names the issuer `https://github.com/login/oauth`, also with errors.',
    source: 'nextauthjs/next-auth#13409, RFC 9207',
    read: READ,
  },
  {
    provider: 'GitHub',
    rule: 'Errors of the token endpoint have status 200: `bad_verification_code`, `incorrect_client_credentials`.',
    source: 'docs.github.com: Troubleshooting OAuth app access token request errors',
    read: READ,
  },
  {
    provider: 'GitHub',
    rule: 'The token endpoint answers as a form without `Accept: application/json`, and every request without a user agent is refused.',
    source: 'docs.github.com: Authorizing OAuth apps; Getting started with the REST API',
    read: READ_AGAIN,
  },
  {
    provider: 'GitHub',
    rule: 'Addresses need the scope `user:email`. A code ends after 10 minutes.',
    source: 'docs.github.com: Scopes for OAuth apps; Authorizing OAuth apps',
    read: READ_AGAIN,
  },
  {
    provider: 'GitHub',
    rule: 'The client revokes a token with `DELETE /applications/{client_id}/token`.',
    source: 'docs.github.com: REST API endpoints for OAuth authorizations',
    read: READ,
  },
  {
    provider: 'X',
    rule: 'Errors are 401 `unauthorized_client` and 400 `invalid_request`; a code ends after 30 seconds; a state has at most 500 characters; the user needs `users.read` and `tweet.read`.',
    source:
      'docs.x.com: OAuth 2.0 Authorization Code Flow with PKCE (time of a code, state); the statuses of its errors are not in it',
    read: READ_AGAIN,
  },
  {
    provider: 'X',
    rule: 'The user endpoint answers 402 or 403 without credits, and 429 above its rate.',
    source: 'docs.x.com: Pricing; Rate limits',
    read: READ,
  },
  {
    provider: 'Discord',
    rule: 'Only `/api/v10` is served, to user agents of the form `DiscordBot (URL, version)`.',
    source: 'docs.discord.com: Reference (User Agent, API Versioning)',
    read: READ,
  },
  {
    provider: 'Discord',
    rule: 'A person and a client have the same access token until it ends, with a shrinking life.',
    source: 'torusresearch/CustomAuth#28, cartridge-gg/controller#105',
    read: READ,
  },
  {
    provider: 'Discord',
    rule: 'With `openid` there is an id token (RS256) of `https://discord.com`, with the nonce that was asked. The address needs `email`.',
    source:
      'https://discord.com/.well-known/openid-configuration (panva/wellknown); docs.discord.com: OAuth2, whose list of scopes has `email` and does not name `openid`',
    read: READ_AGAIN,
  },
  {
    provider: 'Discord',
    rule: 'Revoking a token ends all tokens of that person and client.',
    source: 'docs.discord.com: OAuth2 (Token Revocation)',
    read: READ_AGAIN,
  },
  {
    provider: 'Facebook',
    rule: 'Errors are `{"error":{"message","type","code","error_subcode"}}`, and redirects may have `error_code` without `error`.',
    source: 'developers.facebook.com: Handle Errors; Manually Build a Login Flow',
    read: READ,
  },
  {
    provider: 'Facebook',
    rule: 'Answers name the version that served them (`facebook-api-version`): a call to one that has ended is served by another.',
    source: 'developers.facebook.com: Platform Versioning; the header: public clients that read it',
    read: READ,
  },
  {
    provider: 'Google, Facebook',
    rule: 'The login page is refused in browsers of other apps: by Google in those that it takes for embedded (403 `disallowed_useragent`), by Facebook in those on Android. Here Google refuses all that are known.',
    source:
      '3pillarlabs/socialauth-android#101, supabase/auth#317, google-oauth-webview (npm); of Google’s OAuth 2.0 Policies only the beginning was read; developers.facebook.com: Facebook Login for Android (5 October 2021)',
    read: READ,
  },
  {
    provider: 'Telegram',
    rule: 'The old page of a bot that was switched to OpenID Connect says that it is deprecated.',
    source:
      'Case211/remnawave-admin#270; of core.telegram.org/bots/telegram-login only the beginning was read',
    read: READ,
  },
  {
    provider: 'Facebook',
    rule: 'The client revokes a token with `GET /oauth/revoke`, the token of the app and its proof; a token of another app is refused.',
    source:
      'not read; compared with public clients of `oauth/revoke`, which send no proof. Of developers.facebook.com: Install Apps, Generate, Refresh, and Revoke Tokens, only the beginning was read',
    read: '–',
  },
  {
    provider: 'Facebook',
    rule: 'The Graph has a version, and calls with a token need `appsecret_proof` if the app requires it.',
    source: 'developers.facebook.com: Secure Graph API Calls; Versioning',
    read: READ,
  },
  {
    provider: 'Facebook',
    rule: 'A token may be short-lived, which has no `issued_at`, and the same as before. With `openid` there is an id token (RS256) of `https://www.facebook.com` with the nonce.',
    source: 'developers.facebook.com: Access Tokens; OIDC Code Flow with PKCE (in testing)',
    read: READ,
  },
  {
    provider: 'GitHub, Discord, X, Facebook, Google',
    rule: 'A wrong, missing or superfluous PKCE verifier is refused.',
    source:
      'RFC 7636, 4.6; docs.x.com, which requires PKCE and takes `plain` too. Of Discord’s OAuth2 page nothing says PKCE',
    read: READ_AGAIN,
  },
  {
    provider: 'GitHub, Discord, X, Facebook',
    rule: 'The authorization asks for a code with `response_type=code`, the exchange with `grant_type=authorization_code`, and a challenge is S256.',
    source:
      'docs.x.com; docs.discord.com: OAuth2; RFC 6749, 4.1. GitHub’s guide lists neither parameter: it is stricter here',
    read: READ_AGAIN,
  },
  {
    provider: 'Google, Apple, Discord, Facebook',
    rule: 'Two keys or more are published, and the one that signs may change at any time. Those of before stay published.',
    source: 'OpenID Connect Core 10.1.1; none of the providers names a time',
    read: READ_AGAIN,
  },
  {
    provider: 'Apple',
    rule: 'The name and the address are sent by a form only (`response_mode=form_post`), and a refusal is `user_cancelled_authorize`. A code ends after five minutes.',
    source:
      'public clients, which quote developer.apple.com: authjs.dev (providers/apple), openauth.js.org (provider/apple); the page of Apple itself was not read again',
    read: READ_AGAIN,
  },
  {
    provider: 'Google',
    rule: 'The callback has more fields: `scope`, with longer names than were asked, `authuser` and `prompt`.',
    source: 'not read again; as public clients record it',
    read: '–',
  },
  {
    provider: 'Facebook',
    rule: 'A limit of the rate has a code of its own (4), with status 403 and no headers.',
    source:
      'python-social-auth/social-core#859; of developers.facebook.com: Rate Limits; Handling Errors, only the beginning was read',
    read: READ_AGAIN,
  },
  {
    provider: 'Facebook',
    rule: 'The callback’s address ends with `#_=_`.',
    source: 'not read again; as public clients record it',
    read: '–',
  },
  {
    provider: 'X, Facebook',
    rule: 'The page cuts the link to its opener. Any provider’s may lead through a company’s page on another site that does.',
    source: 'not read; to be measured with accounts',
    read: '–',
  },
  {
    provider: 'Telegram',
    rule: 'The result is base64url without padding, of a hash in hexadecimal digits over all other fields. It has the second, and nothing of the login.',
    source:
      'core.telegram.org/widgets/login-legacy, its place since the page of OpenID Connect; of the encoding it says nothing',
    read: READ_AGAIN,
  },
  {
    provider: 'Apple',
    rule: 'Discovery is not served at the issuer, and id tokens name either of two issuers.',
    source: 'nextauthjs/next-auth#13050, ory/kratos#4433',
    read: READ,
  },
  {
    provider: 'Apple',
    rule: 'The client secret is an ES256 token with the key id, for `https://appleid.apple.com`, of at most six months. Flags of the identity are texts or booleans by turns.',
    source: 'developer.apple.com: Creating a client secret; Authenticating users with Sign in with Apple',
    read: READ,
  },
  {
    provider: 'Google',
    rule: 'Id tokens name `https://accounts.google.com` or `accounts.google.com`.',
    source: 'developers.google.com: OpenID Connect',
    read: READ,
  },
] as const satisfies readonly ProviderRule[];
