import { createHmac } from 'node:crypto';
import { decodeJwt, importPKCS8, SignJWT } from 'jose';
import * as oauth from 'oauth4webapi';
import * as z from 'zod';
import { absent } from '../../../platform/absent.js';
import { DISCORD_AGENT, PRODUCT_AGENT } from '../../../platform/http/productAgent.js';
import { type Credentials, clientIdOf } from './credentials.js';
import { providerFetch } from './providerFetch.js';
import { invalid, misconfigured, pageError, pageErrorCode, readAnswer, tokenError } from './readAnswer.js';
import { objectOf } from './readField.js';
import { SocialError } from './SocialError.js';
import type {
  FixedEndpoints,
  ProviderSetup,
  ReadApi,
  Revocation,
  SocialProfile,
  SocialProvider,
} from './SocialProvider.js';
import { issuersOf, type UnknownIssuer, withoutIssuer } from './withoutIssuer.js';

/** Maximum difference between the provider's clock and ours, in seconds. */
const MAX_SKEW = 300;
/** How long discovered metadata is cached, in milliseconds, and how long after a failure. */
const METADATA_LIFE = 600_000;
const RETRY_GAP = 60_000;

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

/** What a login proved, and what is left of it at the provider. */
export interface IdentifiedLogin extends SocialIdentity {
  /** The access token, to be revoked. Absent for OpenID Connect: it ends within hours, and revoking it ends the user's grant. */
  readonly accessToken?: string | undefined;
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
  identify(setup: ProviderSetup, values: LoginValues, parameters: URLSearchParams): Promise<IdentifiedLogin>;
  /** Ends an access token at the provider. One that is unknown there counts as ended. @throws SocialError */
  revoke(setup: ProviderSetup, accessToken: string): Promise<void>;
}

export interface OAuthClientOptions {
  /** Whether plain http is allowed, for the development identity provider. */
  readonly allowsHttp: boolean;
  /** Milliseconds that a provider has for a response. */
  readonly timeout?: number | undefined;
  /** Called once for each provider without a known issuer whose response names one. */
  readonly unknownIssuer?: UnknownIssuer;
  /** Called for each login whose provider refuses what needs a permission that the operator's client does not have. */
  readonly missingPermission?: (provider: string, permission: string) => void;
}

/** Metadata of a provider; calls at the same time share one request. */
interface Discovery {
  readonly metadata: Promise<oauth.AuthorizationServer>;
  /** The last that arrived, which serves while the provider's metadata cannot be read. */
  readonly last: oauth.AuthorizationServer | undefined;
  readonly until: number;
}

/** Creates the client, which caches the providers' metadata and keys. */
export function oauthClient(options: OAuthClientOptions): OAuthClient {
  const { allowsHttp, timeout, unknownIssuer } = options;
  const httpOf = ({ agent }: SocialProvider) => ({
    [oauth.customFetch]: providerFetch(timeout),
    [oauth.allowInsecureRequests]: allowsHttp,
    headers: new Headers({ 'user-agent': agent === undefined ? PRODUCT_AGENT : DISCORD_AGENT }),
  });
  const known = new Map<string, Discovery>();
  const keys = new Map<string, oauth.JWKSCacheInput>();
  const reported = new Set<string>();
  const reportOnce: UnknownIssuer = (provider, issuer) => {
    if (reported.has(provider)) return;
    reported.add(provider);
    unknownIssuer?.(provider, issuer);
  };

  const discover = async (provider: SocialProvider, issuer: URL) =>
    oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, httpOf(provider)));
  const metadataOf = async (setup: ProviderSetup): Promise<oauth.AuthorizationServer> => {
    const { protocol } = setup.provider;
    if (protocol.kind !== 'openid') return endpointsOf(setup);
    const issuer = setup.developmentBase ?? protocol.issuer;
    if (protocol.endpoints) return fixedMetadata(issuer, setup.developmentBase, protocol.endpoints);
    const found = known.get(issuer);
    if (found !== undefined && found.until > Date.now()) return found.metadata;
    const read = discover(setup.provider, new URL(issuer)).then(metadata => {
      known.set(issuer, { ...discovery, last: metadata });
      return metadata;
    });
    const discovery = { metadata: read, last: found?.last, until: Date.now() + METADATA_LIFE };
    known.set(issuer, discovery);
    return read.catch(error => {
      const { last } = discovery;
      const isNewest = known.get(issuer) === discovery;
      if (last === undefined && isNewest) known.delete(issuer);
      if (last === undefined) throw error;
      // Asked again soon, and answered from what is known meanwhile.
      if (isNewest)
        known.set(issuer, { metadata: Promise.resolve(last), last, until: Date.now() + RETRY_GAP });
      return last;
    });
  };
  const verifySignature = async (
    metadata: oauth.AuthorizationServer,
    response: Response,
    http: ReturnType<typeof httpOf>,
    issuer: string,
  ): Promise<void> => {
    const verify = async (cache: oauth.JWKSCacheInput) => {
      // A copy: the library remembers the keys of the metadata that it was given.
      const verified = oauth.validateApplicationLevelSignature({ ...metadata }, response, {
        ...http,
        [oauth.jwksCache]: cache,
      });
      await verified.finally(() => {
        if ('jwks' in cache) keys.set(issuer, cache);
      });
    };
    const known = keys.get(issuer) ?? {};
    return verify(known).catch(error => {
      // The provider may sign with a new key since. Its own token, so that it is asked once a login at most.
      const isUnknownKey =
        error instanceof oauth.OperationProcessingError && error.code === oauth.KEY_SELECTION;
      if (!isUnknownKey || !('jwks' in known)) throw error;
      return verify({});
    });
  };

  const exchange = async (setup: ProviderSetup, values: LoginValues, parameters: URLSearchParams) => {
    const { provider, credentials } = setup;
    const metadata = await metadataOf(setup);
    const client: oauth.Client = { client_id: clientIdOf(credentials), [oauth.clockTolerance]: MAX_SKEW };
    // The issuer is checked already: the library knows only one.
    const checked = { ...metadata, authorization_response_iss_parameter_supported: false };
    const rest = withoutIssuer(setup, parameters, reportOnce);
    const valid = oauth.validateAuthResponse(checked, client, rest, values.state);
    const http = httpOf(provider);
    const response = await oauth.authorizationCodeGrantRequest(
      metadata,
      client,
      await clientAuthOf(setup),
      valid,
      values.redirectUri,
      provider.usesPkce ? values.verifier : oauth.nopkce,
      http,
    );
    const answer = await readAnswer(provider, 'token endpoint', response);
    const { access_token: token, id_token: idToken } = tokensIn(answer);
    const { protocol } = provider;
    if (protocol.kind === 'oauth') {
      return { token, idToken: protocol.hasIdToken ? ownIdToken(idToken, values) : undefined };
    }
    const named = withNamedIssuer(setup, metadata, idToken);
    const expected = { expectedNonce: values.nonce, requireIdToken: true };
    const read = Response.json(withoutNulls(answer), { status: response.status });
    const checkedToken = await oauth.processAuthorizationCodeResponse(named, client, read, expected);
    await verifySignature(named, read, http, metadata.issuer);
    return { token, idToken, claims: oauth.getValidatedIdTokenClaims(checkedToken) };
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
          ...(hasNonce(provider) && { nonce: values.nonce }),
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
        const failed = pageErrorCode(parameters);
        if (failed !== undefined) throw pageError(failed);
        const posted = parameters.get('user') ?? undefined;
        const own = new URLSearchParams(parameters);
        // Not part of the protocol, and refused by the library.
        own.delete('user');
        const { provider } = setup;
        const { token, idToken, claims } = await exchange(setup, values, own);
        const { protocol } = provider;
        if (protocol.kind === 'openid' && claims) {
          refuseSkew(claims.iat);
          return { ...protocol.profileOf({ ...claims }, posted), token: idToken };
        }
        if (protocol.kind !== 'oauth') throw new Error(`${provider.name} has no OAuth login`);
        const profile = await protocol.readProfile(apiReader(setup, token, options));
        const proof = provider.evidence === 'accessToken' && { token: idToken ?? token };
        return { ...profile, ...proof, accessToken: token };
      }),
    revoke: (setup, token) =>
      guarded(async () => {
        const { provider } = setup;
        const { protocol } = provider;
        if (protocol.kind !== 'oauth') throw new Error(`The tokens of ${provider.name} are not revoked`);
        const { revocation } = protocol;
        const url = apiBaseOf(setup) + revocation.path;
        if (revocation.by !== 'form') return revokeByApi(setup, revocation, token, timeout);
        const metadata = { ...endpointsOf(setup), revocation_endpoint: url };
        const client = { client_id: clientIdOf(setup.credentials) };
        const auth = await clientAuthOf(setup);
        const response = await oauth.revocationRequest(metadata, client, auth, token, httpOf(provider));
        await readAnswer(provider, 'token endpoint', response);
      }),
  };
}

/** Whether the provider puts the nonce of the login into an id token. */
function hasNonce({ protocol }: SocialProvider): boolean {
  return protocol.kind === 'openid' || (protocol.kind === 'oauth' && protocol.hasIdToken === true);
}

/** Addresses of a provider whose metadata is not read. */
function fixedMetadata(
  issuer: string,
  base: string | undefined,
  { authorize, token, keys }: FixedEndpoints,
): oauth.AuthorizationServer {
  return base === undefined
    ? {
        issuer,
        authorization_endpoint: issuer + authorize,
        token_endpoint: issuer + token,
        jwks_uri: issuer + keys,
      }
    : {
        issuer,
        authorization_endpoint: `${base}/auth`,
        token_endpoint: `${base}/token`,
        jwks_uri: `${base}/jwks`,
      };
}

/** The metadata with the issuer that the id token names, if it is one of the provider's: the library knows only one. */
function withNamedIssuer(
  { provider, developmentBase }: ProviderSetup,
  metadata: oauth.AuthorizationServer,
  idToken: string | undefined,
): oauth.AuthorizationServer {
  const named = unverifiedClaims(idToken).iss;
  const isOwn = named !== undefined && issuersOf(provider, developmentBase).includes(named);
  return isOwn ? { ...metadata, issuer: named } : metadata;
}

/** An id token of this login. Its signature is the vault's to verify: here it came from the provider itself. */
function ownIdToken(idToken: string | undefined, { nonce }: LoginValues): string | undefined {
  return unverifiedClaims(idToken).nonce === nonce ? idToken : undefined;
}

function unverifiedClaims(idToken: string | undefined): { readonly iss?: string; readonly nonce?: unknown } {
  try {
    return idToken === undefined ? {} : decodeJwt<{ nonce?: unknown }>(idToken);
  } catch {
    return {};
  }
}

/** A token response without the fields that are null, which the library would take for values. */
function withoutNulls(answer: unknown): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(objectOf(answer)).filter(([, value]) => value !== null));
}

const tokenAnswer = z.object({ access_token: z.string().min(1), id_token: absent(z.string()) });

/** The tokens in the answer of a token endpoint. @throws SocialError */
function tokensIn(answer: unknown): z.infer<typeof tokenAnswer> {
  const found = tokenAnswer.safeParse(answer);
  if (!found.success) throw invalid('The token response has no token');
  return found.data;
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

async function clientAuthOf({ provider, credentials }: ProviderSetup): Promise<oauth.ClientAuth> {
  const { protocol } = provider;
  if (provider.clientAuth === 'signed' && protocol.kind === 'openid')
    return oauth.ClientSecretPost(await signedSecret(credentials, protocol.issuer));
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

/** Site of a provider's API. */
function apiBaseOf({ provider: { protocol }, developmentBase }: Omit<ProviderSetup, 'owner'>): string {
  if (protocol.kind !== 'oauth') throw new Error('This provider has no API');
  return developmentBase === undefined ? protocol.api : developmentBase + protocol.developmentApi;
}

/** Ends a token in the way of GitHub (REST API endpoints for OAuth authorizations), or of Facebook's Graph. */
async function revokeByApi(
  setup: ProviderSetup,
  { by, path }: Revocation,
  token: string,
  timeout: number | undefined,
): Promise<void> {
  const { provider, credentials } = setup;
  if (!('clientSecret' in credentials)) throw misconfigured('The credentials have no client secret');
  const { clientId, clientSecret } = credentials;
  const base = apiBaseOf(setup);
  const request = providerFetch(timeout);
  if (by === 'delete') {
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
    const response = await request(base + path.replace('{client_id}', encodeURIComponent(clientId)), {
      method: 'DELETE',
      headers: { authorization: `Basic ${basic}`, 'content-type': 'application/json' },
      body: JSON.stringify({ access_token: token }),
    });
    // Not found: the vault or the user ended it before.
    if (response.status !== 404) await readAnswer(provider, 'API', response);
    return;
  }
  const app = `${clientId}|${clientSecret}`;
  const query = new URLSearchParams({
    client_id: clientId,
    client_secret: clientSecret,
    revoke_token: token,
    access_token: app,
    appsecret_proof: secretProof(clientSecret, app),
  });
  await readAnswer(provider, 'API', await request(`${base}${path}?${query}`));
}

function apiReader(
  { provider, credentials, developmentBase }: ProviderSetup,
  token: string,
  { timeout, missingPermission }: OAuthClientOptions,
): ReadApi {
  const { protocol, agent } = provider;
  if (protocol.kind !== 'oauth') throw new Error('This provider has no API');
  const base = apiBaseOf({ provider, credentials, developmentBase });
  const request = providerFetch(timeout);
  return async (path, { permission } = {}) => {
    const url = new URL(base + path);
    if (protocol.provesSecret && 'clientSecret' in credentials) {
      url.searchParams.set('appsecret_proof', secretProof(credentials.clientSecret, token));
    }
    const response = await request(url.href, {
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        'user-agent': agent === undefined ? PRODUCT_AGENT : DISCORD_AGENT,
      },
    });
    if (permission !== undefined && isForbidden(response)) {
      missingPermission?.(provider.id, permission);
      return undefined;
    }
    const answer = await readAnswer(provider, 'API', response);
    if (answer === undefined) throw invalid(`The API's response to ${path} is not JSON`);
    return answer;
  };
}

/** Whether the client may not read a path; some servers hide it then. */
function isForbidden(response: Response): boolean {
  return response.status === 403 || response.status === 404;
}

/** Facebook's `appsecret_proof`: the token, signed with the client's secret. */
export function secretProof(clientSecret: string, token: string): string {
  return createHmac('sha256', clientSecret).update(token).digest('hex');
}

function refuseSkew(issuedAt: number): void {
  const skew = issuedAt - Date.now() / 1_000;
  if (Math.abs(skew) <= MAX_SKEW) return;
  throw new SocialError(
    'PROVIDER_CLOCK',
    `The provider's clock differs by ${Math.round(Math.abs(skew))} s: check the time of this machine`,
  );
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
