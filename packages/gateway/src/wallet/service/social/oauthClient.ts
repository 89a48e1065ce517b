import { importPKCS8, SignJWT } from 'jose';
import * as oauth from 'oauth4webapi';
import { type Credentials, clientIdOf } from './credentials.js';
import { providerFetch } from './providerFetch.js';
import { objectOf } from './readField.js';
import { SocialError } from './SocialError.js';
import type { ProviderSetup, SocialProfile } from './SocialProvider.js';
import { type UnknownIssuer, withoutIssuer } from './withoutIssuer.js';

/** Maximum difference between the provider's clock and ours, in seconds. */
const MAX_SKEW = 300;
/** How long discovered metadata is cached, in milliseconds. */
const METADATA_LIFE = 600_000;

/** Start of the error of a code that is not valid. */
export const REFUSED_CODE = 'The provider refused the code';

/** The values of one login, which the provider's response must match. */
export interface LoginValues {
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** A confirmed identity. */
export interface SocialIdentity extends SocialProfile {
  /** The token that the vault can verify. */
  readonly token?: string | undefined;
}

/** Logins by OpenID Connect and OAuth 2. */
export interface OAuthClient {
  /**
   * The provider's page for a login.
   *
   * @param asksAccount - Whether it asks a visitor whom it knows for the account, if it can. Default: it may answer silently.
   * @throws SocialError
   */
  authorizeUrl(setup: ProviderSetup, values: LoginValues, asksAccount?: boolean): Promise<string>;
  /**
   * Exchanges the response of the provider's page for the identity.
   *
   * @param parameters - What the provider's page sent to the callback.
   * @throws SocialError
   */
  identify(setup: ProviderSetup, values: LoginValues, parameters: URLSearchParams): Promise<SocialIdentity>;
}

export interface OAuthClientOptions {
  /** Whether plain http is allowed, for the development identity provider. */
  readonly allowsHttp: boolean;
  /** Milliseconds that a provider has for a response. */
  readonly timeout?: number | undefined;
  /** Called once for each provider without a known issuer whose response names one. */
  readonly unknownIssuer?: UnknownIssuer;
}

/** Metadata of a provider; calls at the same time share one request. */
interface Discovery {
  readonly metadata: Promise<oauth.AuthorizationServer>;
  readonly until: number;
}

/** Creates the client, which caches the providers' metadata and keys. */
export function oauthClient({ allowsHttp, timeout, unknownIssuer }: OAuthClientOptions): OAuthClient {
  const http = {
    [oauth.customFetch]: providerFetch(timeout),
    [oauth.allowInsecureRequests]: allowsHttp,
  } as const;
  const known = new Map<string, Discovery>();
  const keys = new Map<string, oauth.JWKSCacheInput>();
  const reported = new Set<string>();
  const reportOnce: UnknownIssuer = (provider, issuer) => {
    if (reported.has(provider)) return;
    reported.add(provider);
    unknownIssuer?.(provider, issuer);
  };

  const discover = async (issuer: URL) =>
    oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, http));
  const metadataOf = async (setup: ProviderSetup): Promise<oauth.AuthorizationServer> => {
    const { protocol } = setup.provider;
    if (protocol.kind !== 'openid') return endpointsOf(setup);
    const issuer = setup.developmentBase ?? protocol.issuer;
    const found = known.get(issuer);
    if (found !== undefined && found.until > Date.now()) return found.metadata;
    const discovery = { metadata: discover(new URL(issuer)), until: Date.now() + METADATA_LIFE };
    known.set(issuer, discovery);
    return discovery.metadata.catch(error => {
      if (known.get(issuer) === discovery) known.delete(issuer);
      throw error;
    });
  };
  const keysOf = (issuer: string): oauth.JWKSCacheInput => {
    const found = keys.get(issuer) ?? {};
    keys.set(issuer, found);
    return found;
  };

  const exchange = async (setup: ProviderSetup, values: LoginValues, parameters: URLSearchParams) => {
    const { provider, credentials } = setup;
    const metadata = await metadataOf(setup);
    const client: oauth.Client = { client_id: clientIdOf(credentials), [oauth.clockTolerance]: MAX_SKEW };
    // The issuer is checked already: the library knows only one.
    const checked = { ...metadata, authorization_response_iss_parameter_supported: false };
    const rest = withoutIssuer(setup, parameters, reportOnce);
    const valid = oauth.validateAuthResponse(checked, client, rest, values.state);
    const response = await oauth.authorizationCodeGrantRequest(
      metadata,
      client,
      await clientAuthOf(setup, metadata.issuer),
      valid,
      values.redirectUri,
      provider.usesPkce ? values.verifier : oauth.nopkce,
      http,
    );
    await refuseErrorOf(response);
    if (provider.protocol.kind !== 'openid') {
      return { token: await oauth.processAuthorizationCodeResponse(metadata, client, response) };
    }
    const expected = { expectedNonce: values.nonce, requireIdToken: true };
    const token = await oauth.processAuthorizationCodeResponse(metadata, client, response, expected);
    await oauth.validateApplicationLevelSignature(metadata, response, {
      ...http,
      [oauth.jwksCache]: keysOf(metadata.issuer),
    });
    return { token, claims: oauth.getValidatedIdTokenClaims(token) };
  };

  return {
    authorizeUrl: (setup, values, asksAccount = false) =>
      guarded(async () => {
        const { provider, credentials } = setup;
        const metadata = await metadataOf(setup);
        const url = new URL(metadata.authorization_endpoint ?? '');
        const query = {
          client_id: clientIdOf(credentials),
          redirect_uri: values.redirectUri,
          response_type: 'code',
          scope: provider.scope,
          state: values.state,
          ...(provider.responseMode && { response_mode: provider.responseMode }),
          ...(asksAccount && provider.accountPrompt && { prompt: provider.accountPrompt }),
          ...(provider.protocol.kind === 'openid' && { nonce: values.nonce }),
          ...(provider.usesPkce && {
            code_challenge: await oauth.calculatePKCECodeChallenge(values.verifier),
            code_challenge_method: 'S256',
          }),
        };
        for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
        return url.href;
      }),
    identify: (setup, values, parameters) =>
      guarded(async () => {
        const posted = parameters.get('user') ?? undefined;
        const own = new URLSearchParams(parameters);
        // Not part of the protocol, and refused by the library.
        own.delete('user');
        const { provider } = setup;
        const { token, claims } = await exchange(setup, values, own);
        const { protocol } = provider;
        if (protocol.kind === 'openid' && claims) {
          refuseSkew(claims.iat);
          return { ...protocol.profileOf({ ...claims }, posted), token: token.id_token };
        }
        if (protocol.kind !== 'oauth') throw new Error(`${provider.name} has no OAuth login`);
        const profile = await protocol.readProfile(apiReader(setup, token.access_token, timeout));
        return {
          ...profile,
          ...(provider.evidence === 'accessToken' && { token: token.access_token }),
        };
      }),
  };
}

/** The endpoints of a provider without discovery. */
function endpointsOf({ provider: { protocol }, developmentBase }: ProviderSetup): oauth.AuthorizationServer {
  if (protocol.kind !== 'oauth') throw new Error('This provider has no OAuth endpoints');
  const { site, authorizePath, api, tokenSite = api, tokenPath, developmentApi } = protocol;
  const tokenBase =
    developmentBase === undefined ? tokenSite : developmentBase + (tokenSite === api ? developmentApi : '');
  return {
    issuer: developmentBase ?? site,
    authorization_endpoint: (developmentBase ?? site) + authorizePath,
    token_endpoint: tokenBase + tokenPath,
  };
}

async function clientAuthOf(
  { provider, credentials }: ProviderSetup,
  issuer: string,
): Promise<oauth.ClientAuth> {
  if (provider.clientAuth === 'signed')
    return oauth.ClientSecretPost(await signedSecret(credentials, issuer));
  if (!('clientSecret' in credentials)) throw misconfigured('The credentials have no client secret');
  const { clientSecret } = credentials;
  return provider.clientAuth === 'basic' ? literalBasic(clientSecret) : oauth.ClientSecretPost(clientSecret);
}

/** The pair as it is (RFC 7617): the library encodes it first (RFC 6749, 2.3.1), which X does not document. */
function literalBasic(clientSecret: string): oauth.ClientAuth {
  return (_, { client_id: clientId }, __, headers) => {
    headers.set('authorization', `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`);
  };
}

/** Apple's client secret: a short-lived JWT that the developer's key signs. */
async function signedSecret(credentials: Credentials, issuer: string): Promise<string> {
  if (!('privateKey' in credentials)) throw misconfigured('The credentials have no private key');
  const { teamId, keyId, clientId, privateKey } = credentials;
  const key = await importPKCS8(privateKey, 'ES256').catch((cause: unknown) => {
    throw misconfigured('The private key cannot be read', cause);
  });
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: keyId })
    .setIssuer(teamId)
    .setSubject(clientId)
    .setAudience(issuer)
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(key);
}

/** GitHub sends errors with status 200, which the library would report as a missing token. */
async function refuseErrorOf(response: Response): Promise<void> {
  // With a challenge (RFC 6749, 5.2), which the library would report instead of the error.
  if (response.status === 401) throw misconfigured('The provider rejects the credentials: status 401');
  if (response.status !== 200) return;
  const { error } = objectOf(
    await response
      .clone()
      .json()
      .catch(() => undefined),
  );
  if (typeof error === 'string') throw tokenError(error);
}

function apiReader({ provider, developmentBase }: ProviderSetup, token: string, timeout: number | undefined) {
  const { protocol } = provider;
  if (protocol.kind !== 'oauth') throw new Error('This provider has no API');
  const base = developmentBase === undefined ? protocol.api : developmentBase + protocol.developmentApi;
  const request = providerFetch(timeout);
  return async (path: string): Promise<unknown> => {
    const response = await request(base + path, {
      headers: { authorization: `Bearer ${token}`, accept: 'application/json', 'user-agent': 'latchkit' },
    });
    if (!response.ok) throw invalid(`The API responded to ${path} with status ${response.status}`);
    return response.json().catch(() => {
      // Without the cause, which quotes the response.
      throw invalid(`The API's response to ${path} is not JSON`);
    });
  };
}

function refuseSkew(issuedAt: number): void {
  const skew = issuedAt - Date.now() / 1_000;
  if (Math.abs(skew) <= MAX_SKEW) return;
  throw new SocialError(
    'PROVIDER_CLOCK',
    `The provider's clock differs by ${Math.round(Math.abs(skew))} s: check the time of this machine`,
  );
}

const MISCONFIGURED =
  /^(invalid_client|unauthorized_client|incorrect_client_credentials|redirect_uri_mismatch)$/;

function tokenError(code: string, cause?: unknown): SocialError {
  return MISCONFIGURED.test(code)
    ? misconfigured(`The provider rejects the credentials: ${code}`, cause)
    : invalid(`${REFUSED_CODE}: ${code.slice(0, 100)}`, cause);
}

/** Codes with which a provider's page reports that the visitor refused. */
const REFUSED = /^(access_denied|user_cancelled_\w+|user_denied|consent_required|login_required)$/;

function pageError(code: string, cause: unknown): SocialError {
  if (REFUSED.test(code)) return new SocialError('REFUSED', 'The visitor refused', cause);
  if (/^(server_error|temporarily_unavailable)$/.test(code)) {
    return new SocialError('PROVIDER_UNAVAILABLE', `The provider reports ${code}`, cause);
  }
  return misconfigured(`The provider rejects the request: ${code.slice(0, 100)}`, cause);
}

/** Converts the library's errors. */
async function guarded<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof SocialError) throw error;
    if (error instanceof oauth.AuthorizationResponseError) throw pageError(error.error, error);
    if (error instanceof oauth.ResponseBodyError) throw tokenError(error.error, error);
    throw invalid(error instanceof Error ? error.message : 'The response is invalid', error);
  }
}

const invalid = (message: string, cause?: unknown) =>
  new SocialError('PROVIDER_RESPONSE_INVALID', message, cause);
const misconfigured = (message: string, cause?: unknown) =>
  new SocialError('PROVIDER_MISCONFIGURED', message, cause);
