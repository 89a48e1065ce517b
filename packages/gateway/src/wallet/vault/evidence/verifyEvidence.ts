import { createHash } from 'node:crypto';
import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { farcasterToken, type LoginProvider, type SocialEvidence } from 'latchkit/protocol';
import type { EvidenceClient } from '../../shared/EvidenceClient.js';
import { type IdRegistry, RegistryDown } from '../../shared/idRegistry.js';
import { verifyFarcaster } from '../../shared/verifyFarcaster.js';
import { ProviderDown, reach, readJson } from './readJson.js';

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

/** Where a provider publishes the keys of its id tokens. */
const ISSUERS = {
  apple: { issuer: 'https://appleid.apple.com', keys: '/auth/keys' },
  google: { issuer: 'https://accounts.google.com', keys: 'https://www.googleapis.com/oauth2/v3/certs' },
} as const;
const DEVELOPMENT_KEYS = '/jwks';

/** Providers that the vault cannot ask which client a token or a result is of. It trusts the wallet service's receipt. */
const UNVERIFIABLE: readonly LoginProvider[] = ['telegram', 'x'];

/** Whether the vault can verify identities of this provider without the wallet service. */
export function isVerifiable(provider: LoginProvider): boolean {
  return !UNVERIFIABLE.includes(provider);
}

/** What the provider, or the user's key, says about evidence. */
type Verdict = 'confirmed' | 'refused' | 'unavailable';

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
  const keysAt = (url: string) => {
    const found =
      keys.get(url) ??
      createRemoteJWKSet(new URL(url), {
        timeoutDuration: TIMEOUT,
        [customFetch]: (input, init) => reach(input, init),
      });
    keys.set(url, found);
    return found;
  };
  const isConfirmed = async (
    client: EvidenceClient,
    context: EvidenceContext,
    { provider, subject, token }: SocialEvidence,
  ): Promise<boolean> => {
    if (token === undefined) return false;
    switch (provider) {
      case 'apple':
      case 'google': {
        const { issuer, keys: path } = ISSUERS[provider];
        const base = client.developmentBase ?? issuer;
        const url = client.developmentBase ? base + DEVELOPMENT_KEYS : new URL(path, issuer).href;
        return isIdToken(keysAt(url), base, { client, context, subject, token });
      }
      case 'discord':
        return isDiscordToken(client, subject, token);
      case 'facebook':
        return isFacebookToken(client, subject, token);
      case 'github':
        return isGitHubToken(client, subject, token);
      default:
        return false;
    }
  };
  return {
    verify: (...values) =>
      isConfirmed(...values).then(
        found => (found ? 'confirmed' : 'refused'),
        error => {
          if (error instanceof ProviderDown) return 'unavailable';
          throw error;
        },
      ),
    verifyFarcaster: (context, evidence) => farcasterVerdict(farcaster, context, evidence),
  };
}

async function farcasterVerdict(
  farcaster: FarcasterEvidence | undefined,
  context: EvidenceContext,
  { subject, token }: SocialEvidence,
): Promise<Verdict> {
  if (farcaster === undefined) return 'unavailable';
  const signed = farcasterToken.safeParse(parseJson(token));
  if (!signed.success) return 'refused';
  const { frameUrl, registry } = farcaster;
  try {
    const fid = await verifyFarcaster(registry, { frameUrl, ...context }, signed.data);
    return fid === subject ? 'confirmed' : 'refused';
  } catch (error) {
    if (error instanceof RegistryDown) return 'unavailable';
    throw error;
  }
}

function parseJson(text = ''): unknown {
  try {
    return JSON.parse(text);
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
  issuer: string,
  { client, context, subject, token }: IdToken,
): Promise<boolean> {
  const nonce = createHash('sha256').update(`lk-nonce|${context.txn}|${context.jkt}`).digest('base64url');
  const expected = {
    issuer,
    subject,
    audience: client.clientId,
    algorithms: ['RS256'],
    maxTokenAge: MAX_AGE,
    clockTolerance: 60,
    requiredClaims: ['exp', 'iat', 'nonce'],
  };
  return jwtVerify(token, key, expected).then(
    ({ payload }) => payload.nonce === nonce,
    error => {
      if (error instanceof ProviderDown) throw error;
      return false;
    },
  );
}

const isRecent = (milliseconds: number) => Math.abs(Date.now() - milliseconds) <= MAX_AGE * 1_000;

async function isGitHubToken(client: EvidenceClient, subject: string, token: string): Promise<boolean> {
  const { clientId, clientSecret = '', developmentBase } = client;
  const base = developmentBase === undefined ? 'https://api.github.com' : `${developmentBase}/api`;
  const found = await readJson(`${base}/applications/${encodeURIComponent(clientId)}/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ access_token: token }),
    timeout: TIMEOUT,
  });
  return (
    found.at('app', 'client_id') === clientId &&
    String(found.at('user', 'id')) === subject &&
    isRecent(Date.parse(String(found.at('created_at'))))
  );
}

/** Discord does not say when a token was issued, but until when it is valid: seven days later. */
const DISCORD_LIFE = 604_800_000;

async function isDiscordToken(client: EvidenceClient, subject: string, token: string): Promise<boolean> {
  const base = client.developmentBase ?? 'https://discord.com';
  const headers = { authorization: `Bearer ${token}` };
  const found = await readJson(`${base}/api/oauth2/@me`, { headers, timeout: TIMEOUT });
  return (
    found.at('application', 'id') === client.clientId &&
    found.at('user', 'id') === subject &&
    isRecent(Date.parse(String(found.at('expires'))) - DISCORD_LIFE)
  );
}

async function isFacebookToken(client: EvidenceClient, subject: string, token: string): Promise<boolean> {
  const { clientId, clientSecret = '', developmentBase } = client;
  const base = developmentBase === undefined ? 'https://graph.facebook.com' : `${developmentBase}/graph`;
  const query = new URLSearchParams({ input_token: token, access_token: `${clientId}|${clientSecret}` });
  const found = await readJson(`${base}/debug_token?${query}`, { timeout: TIMEOUT });
  return (
    found.at('data', 'is_valid') === true &&
    found.at('data', 'app_id') === clientId &&
    found.at('data', 'user_id') === subject &&
    isRecent(Number(found.at('data', 'issued_at')) * 1_000)
  );
}
