import { createHash, createHmac } from 'node:crypto';
import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { farcasterToken, type LoginProvider, type SocialEvidence } from 'latchkit/protocol';
import { parseJson } from '../../../platform/http/parseJson.js';
import { DISCORD_AGENT, PRODUCT_AGENT } from '../../../platform/http/productAgent.js';
import type { EvidenceClient } from '../../shared/EvidenceClient.js';
import { type IdRegistry, RegistryDown } from '../../shared/idRegistry.js';
import { verifyFarcaster } from '../../shared/verifyFarcaster.js';
import { type AccessTokens, EVIDENCE_PROVIDERS, type IdTokens } from './evidenceProviders.js';
import { type FoundJson, ProviderDown, reach, readJson } from './readJson.js';

/** The sign-in that the evidence is of. */
export interface EvidenceContext {
  readonly txn: string;
  /** Thumbprint of the installation that signs in. */
  readonly jkt: string;
}

/** Maximum age of a token in seconds. */
const MAX_AGE = 300;
/** Milliseconds that a provider has for a response. */
const TIMEOUT = 5_000;

/**
 * Whether the vault can verify identities of this provider without the wallet service. Of X and Telegram nothing tells which client a
 * token or a result is of, so it trusts the wallet service's receipt.
 */
export function isVerifiable(provider: LoginProvider): boolean {
  return provider === 'farcaster' || provider in EVIDENCE_PROVIDERS;
}

/** Whether the provider may give an access token again. */
export function repeatsTokens(provider: LoginProvider): boolean {
  return provider !== 'farcaster' && EVIDENCE_PROVIDERS[provider]?.accessToken?.repeats === true;
}

/**
 * What the provider, or the user's key, says about evidence. `unproven`: the token is of the user and the client, but it does not
 * show that they signed in just now, so that the wallet service's receipt is the only proof.
 */
export type Verdict =
  | { readonly kind: 'confirmed' | 'unproven' | 'refused' }
  | { readonly kind: 'unavailable'; readonly retryAfter?: number | undefined };

const CONFIRMED: Verdict = { kind: 'confirmed' };
const UNPROVEN: Verdict = { kind: 'unproven' };
const REFUSED: Verdict = { kind: 'refused' };

/** Verifies evidence of social identities, independently of the wallet service. */
export interface EvidenceVerifier {
  /**
   * Asks whether the provider confirms that the user of the evidence signed in, just now and for this client. Id tokens also
   * name the installation: their nonce contains its key.
   */
  verify(client: EvidenceClient, context: EvidenceContext, evidence: SocialEvidence): Promise<Verdict>;
  /** Verifies the message that a Farcaster user signed for this sign-in and installation. */
  verifyFarcaster(context: EvidenceContext, evidence: SocialEvidence): Promise<Verdict>;
}

/** What the vault needs to verify Farcaster's messages. */
export interface FarcasterEvidence {
  /** URL of the wallet service. */
  readonly frameUrl: string;
  readonly registry: IdRegistry;
}

/**
 * Creates the verifier, which caches the providers' keys.
 *
 * @param farcaster - Undefined: the vault accepts no Farcaster users.
 */
export function evidenceVerifier(farcaster?: FarcasterEvidence): EvidenceVerifier {
  const keys = new Map<string, JWTVerifyGetKey>();
  const keysAt = (url: string, agent: IdTokens['agent']) => {
    const found = keys.get(url) ?? publishedKeys(url, agent);
    keys.set(url, found);
    return found;
  };
  const idTokenVerdict = async (
    { issuers, issuersAt, keys: url, keysAt: urlAt, agent }: IdTokens,
    given: IdToken,
  ): Promise<Verdict> => {
    const base = given.client.developmentBase;
    const isOwn =
      base === undefined
        ? await isIdToken(keysAt(url, agent), issuers, given)
        : await isIdToken(keysAt(urlAt(base), agent), issuersAt(base), given);
    return isOwn ? CONFIRMED : REFUSED;
  };
  const verdictOf = async (
    client: EvidenceClient,
    context: EvidenceContext,
    { provider, subject, token }: SocialEvidence,
  ): Promise<Verdict> => {
    if (token === undefined || provider === 'farcaster') return REFUSED;
    const { idToken, accessToken } = EVIDENCE_PROVIDERS[provider] ?? {};
    if (idToken && (accessToken === undefined || isJwt(token)))
      return idTokenVerdict(idToken, { client, context, subject, token });
    return accessToken === undefined ? REFUSED : accessTokenVerdict(accessToken, client, subject, token);
  };
  return {
    verify: (...values) =>
      verdictOf(...values).catch(error => {
        if (error instanceof ProviderDown) return { kind: 'unavailable', retryAfter: error.retryAfter };
        throw error;
      }),
    verifyFarcaster: (context, evidence) => farcasterVerdict(farcaster, context, evidence),
  };
}

/** How often a key that is not known makes the vault read a provider's keys again, in a minute: strangers choose what a token names. */
const MOST_RELOADS = 10;
const MINUTE = 60_000;

/** The keys of a provider, which are read again for one that is new. */
function publishedKeys(url: string, agent: IdTokens['agent']): JWTVerifyGetKey {
  const published = createRemoteJWKSet(new URL(url), {
    timeoutDuration: TIMEOUT,
    headers: { 'user-agent': agent === undefined ? PRODUCT_AGENT : DISCORD_AGENT },
    // Here they are read again as often as the budget allows.
    cooldownDuration: Number.POSITIVE_INFINITY,
    async [customFetch](input, init) {
      const response = await reach(input, init);
      if (!response.ok) throw new ProviderDown(`Status ${response.status}`);
      return response;
    },
  });
  let reloads: readonly number[] = [];
  return async (...token) => {
    try {
      return await published(...token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      const now = Date.now();
      reloads = reloads.filter(time => Math.abs(now - time) < MINUTE);
      if (reloads.length >= MOST_RELOADS) throw new ProviderDown('An unknown key', { retryAfter: 60 });
      reloads = [...reloads, now];
      await published.reload();
      return published(...token);
    }
  };
}

async function farcasterVerdict(
  farcaster: FarcasterEvidence | undefined,
  context: EvidenceContext,
  { subject, token }: SocialEvidence,
): Promise<Verdict> {
  if (farcaster === undefined) return { kind: 'unavailable' };
  const signed = farcasterToken.safeParse(jsonOf(token));
  if (!signed.success) return REFUSED;
  const { frameUrl, registry } = farcaster;
  try {
    const fid = await verifyFarcaster(registry, { frameUrl, ...context }, signed.data);
    return fid === subject ? CONFIRMED : REFUSED;
  } catch (error) {
    if (error instanceof RegistryDown) return { kind: 'unavailable' };
    throw error;
  }
}

function jsonOf(text = ''): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

interface IdToken {
  readonly client: EvidenceClient;
  readonly context: EvidenceContext;
  readonly subject: string;
  readonly token: string;
}

async function isIdToken(
  key: JWTVerifyGetKey,
  issuers: readonly string[],
  { client, context, subject, token }: IdToken,
): Promise<boolean> {
  const nonce = createHash('sha256').update(`lk-nonce|${context.txn}|${context.jkt}`).digest('base64url');
  const expected = {
    issuer: [...issuers],
    subject,
    audience: client.clientId,
    algorithms: ['RS256'],
    maxTokenAge: MAX_AGE,
    clockTolerance: 60,
    requiredClaims: ['exp', 'iat', 'nonce'],
  };
  return jwtVerify(token, key, expected).then(
    // The party that a token was asked by (OpenID Connect Core 3.1.3.7), where it names one.
    ({ payload: { nonce: named, azp } }) => named === nonce && (azp === undefined || azp === client.clientId),
    error => {
      if (error instanceof ProviderDown) throw error;
      return false;
    },
  );
}

/** The access tokens of these providers have no dots. */
const isJwt = (token: string) => token.split('.').length === 3;

async function accessTokenVerdict(
  { api, apiAt, inspect, repeats }: AccessTokens,
  client: EvidenceClient,
  subject: string,
  token: string,
): Promise<Verdict> {
  const base = client.developmentBase;
  const issuedAt = await INSPECTIONS[inspect](
    base === undefined ? api : base + apiAt,
    client,
    subject,
    token,
  );
  if (issuedAt === undefined) return REFUSED;
  const age = Date.now() - issuedAt;
  if (Math.abs(age) <= MAX_AGE * 1_000) return CONFIRMED;
  return repeats === true && !(age < 0) ? UNPROVEN : REFUSED;
}

/**
 * Asks a provider about an access token.
 *
 * @returns when it was issued, in milliseconds since 1970; NaN if the provider does not tell; undefined if it is not of this user
 * and client.
 */
type Inspect = (
  api: string,
  client: EvidenceClient,
  subject: string,
  token: string,
) => Promise<number | undefined>;

const inspectGitHub: Inspect = async (api, { clientId, clientSecret = '' }, subject, token) => {
  const found = await readJson(`${api}/applications/${encodeURIComponent(clientId)}/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ access_token: token }),
    timeout: TIMEOUT,
  });
  const isOwn = found.at('app', 'client_id') === clientId && String(found.at('user', 'id')) === subject;
  return isOwn ? Date.parse(String(found.at('created_at'))) : undefined;
};

/** Discord does not say when a token was issued, but until when it is valid: seven days later. */
const DISCORD_LIFE = 604_800_000;

const inspectDiscord: Inspect = async (api, { clientId }, subject, token) => {
  const headers = { authorization: `Bearer ${token}`, 'user-agent': DISCORD_AGENT };
  const found = await readJson(`${api}/oauth2/@me`, { headers, timeout: TIMEOUT });
  const isOwn = found.at('application', 'id') === clientId && found.at('user', 'id') === subject;
  return isOwn ? Date.parse(String(found.at('expires'))) - DISCORD_LIFE : undefined;
};

/** Codes of errors of the Graph that are outages or limits of a rate, whatever the status is (Handle Errors; Rate Limits). */
const GRAPH_OUTAGES: readonly unknown[] = [2, 4, 17, 32, 341, 613];

const isGraphOutage = ({ at }: FoundJson) =>
  at('error', 'is_transient') === true || GRAPH_OUTAGES.includes(at('error', 'code'));

/** An id, which Facebook's guide shows as a number. */
const idOf = (value: unknown) => (Number.isSafeInteger(value) ? String(value) : value);

const inspectFacebook: Inspect = async (api, { clientId, clientSecret = '' }, subject, token) => {
  const access = `${clientId}|${clientSecret}`;
  const proof = createHmac('sha256', clientSecret).update(access).digest('hex');
  const query = new URLSearchParams({ input_token: token, access_token: access, appsecret_proof: proof });
  const found = await readJson(`${api}/debug_token?${query}`, { timeout: TIMEOUT, isOutage: isGraphOutage });
  const isOwn =
    found.at('data', 'is_valid') === true &&
    idOf(found.at('data', 'app_id')) === clientId &&
    idOf(found.at('data', 'user_id')) === subject;
  // Only long-lived tokens tell.
  const issuedAt = found.at('data', 'issued_at');
  const isEndless = found.at('data', 'expires_at') === 0;
  if (!isOwn) return undefined;
  return typeof issuedAt === 'number' && !isEndless ? issuedAt * 1_000 : Number.NaN;
};

const INSPECTIONS: Readonly<Record<AccessTokens['inspect'], Inspect>> = {
  discord: inspectDiscord,
  facebook: inspectFacebook,
  github: inspectGitHub,
};
