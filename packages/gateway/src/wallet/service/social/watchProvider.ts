import { parseJson } from '../../../platform/http/parseJson.js';
import { secretProof } from './oauthClient.js';
import { providerFetch } from './providerFetch.js';
import { GRAPH } from './providers/facebook.js';
import { objectOf } from './readField.js';
import { SocialError } from './SocialError.js';
import type { ProviderSetup } from './SocialProvider.js';
import { telegramUrl } from './telegramLogin.js';

export interface WatchOptions {
  /** The wallet service's callback. */
  readonly redirectUri: string;
  /** Milliseconds that the provider has for a response. */
  readonly timeout?: number;
}

/** What no call without a person tells. */
const NOT_CHECKABLE = 'not checkable: see docs/social-login.md';

/**
 * Asks a provider what will end its logins, or weakens them: without a person, and with no call that costs money.
 *
 * @returns lines for the operator; empty if there is nothing to say.
 */
export async function watchProvider(setup: ProviderSetup, options: WatchOptions): Promise<readonly string[]> {
  const { id, name } = setup.provider;
  try {
    if (id === 'facebook') return (await facebookWarnings(setup, options)).map(line => `${name}: ${line}`);
    if (id === 'telegram') return (await telegramWarnings(setup, options)).map(line => `${name}: ${line}`);
  } catch (error) {
    if (!(error instanceof SocialError)) throw error;
    return [`${name}: not looked at: ${error.message}`];
  }
  if (id === 'apple') return [`${name}: registered senders of mail: ${NOT_CHECKABLE}`];
  if (id === 'x') return [`${name}: credits: ${NOT_CHECKABLE}`];
  return [];
}

/** The Graph answers calls to a version that has ended as the oldest that is left, and names it (Versioning). */
async function facebookWarnings(
  { provider: { protocol }, credentials, developmentBase }: ProviderSetup,
  { timeout }: WatchOptions,
): Promise<string[]> {
  if (protocol.kind !== 'oauth' || !('clientSecret' in credentials)) return [];
  const { clientId, clientSecret } = credentials;
  const base = developmentBase === undefined ? protocol.api : developmentBase + protocol.developmentApi;
  const access = `${clientId}|${clientSecret}`;
  const ask = async (proof: Readonly<Record<string, string>>) => {
    const query = new URLSearchParams({ access_token: access, ...proof });
    const response = await providerFetch(timeout)(`${base}${GRAPH}/app?${query}`);
    const body = objectOf(jsonOf(await response.text()));
    return {
      isAnswered: response.ok && body.id === clientId,
      version: response.headers.get('facebook-api-version'),
    };
  };
  const proved = await ask({ appsecret_proof: secretProof(clientSecret, access) });
  const bare = await ask({});
  const warnings: string[] = [];
  if (!proved.isAnswered) warnings.push('the app id or the secret is refused: run project provider test');
  if (proved.version !== null && `/${proved.version}` !== GRAPH)
    warnings.push(
      `version ${GRAPH.slice(1)} of the Graph has ended (it answers as ${proved.version}): upgrade Latchkit`,
    );
  if (bare.isAnswered) warnings.push('turn on App settings → Advanced → Require app secret');
  return warnings;
}

/** The old page of a bot that was switched to OpenID Connect says that it is deprecated. */
async function telegramWarnings(
  setup: ProviderSetup,
  { redirectUri, timeout }: WatchOptions,
): Promise<string[]> {
  const page = await providerFetch(timeout)(telegramUrl(setup, redirectUri));
  return /deprecated/i.test(await page.text())
    ? ['the bot was switched to OpenID Connect, which this version does not support: use another bot']
    : [];
}

function jsonOf(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
