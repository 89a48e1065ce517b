import { randomBytes } from 'node:crypto';
import { parseJson } from '../../../platform/http/parseJson.js';
import { clientIdOf } from './credentials.js';
import { oauthClient } from './oauthClient.js';
import { providerFetch } from './providerFetch.js';
import { REFUSED_CODE } from './readAnswer.js';
import { objectOf } from './readField.js';
import { SocialError } from './SocialError.js';
import type { ProviderSetup } from './SocialProvider.js';

/** Maximum difference of the clocks in seconds. The wallet service allows five minutes, but the vault only one. */
const MAX_SKEW = 60;

/** The result of one check. `unknown`: the provider does not tell before a login. */
export interface Finding {
  readonly result: 'ok' | 'problem' | 'unknown';
  readonly check: 'provider' | 'clock' | 'redirect URI' | 'secret';
  /** For the operator. Contains no secret. */
  readonly text: string;
}

export interface TestOptions {
  /** The URI that has to be registered at the provider. */
  readonly redirectUri: string;
  /** Whether plain http is allowed, for the development identity provider. */
  readonly allowsHttp: boolean;
  /** Milliseconds that the provider has for a response. */
  readonly timeout?: number;
}

/** Tests a client at its provider, without a login. */
export async function testProvider(setup: ProviderSetup, options: TestOptions): Promise<readonly Finding[]> {
  try {
    return setup.provider.protocol.kind === 'telegram'
      ? await testTelegram(setup, options)
      : await testOAuth(setup, options);
  } catch (error) {
    if (!(error instanceof SocialError)) throw error;
    return [problem('provider', `It cannot be used: ${error.message}`)];
  }
}

async function testOAuth(setup: ProviderSetup, options: TestOptions): Promise<Finding[]> {
  const client = oauthClient(options);
  const random = () => randomBytes(32).toString('base64url');
  const { redirectUri, timeout } = options;
  const values = { redirectUri, state: random(), nonce: random(), verifier: random() };
  const authorizeUrl = await client.authorizeUrl(setup, values);
  const page = await providerFetch(timeout)(authorizeUrl);
  const redirect = await redirectFinding(page, redirectUri);
  return [clockFinding(page), redirect, await secretFinding(setup, options, values)];
}

function clockFinding({ headers }: Response): Finding {
  const theirs = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(theirs)) return { result: 'unknown', check: 'clock', text: 'The provider names no time' };
  const skew = Math.round(Math.abs(Date.now() - theirs) / 1_000);
  return skew <= MAX_SKEW
    ? { result: 'ok', check: 'clock', text: `differs by ${skew} s` }
    : problem(
        'clock',
        `This machine's clock differs from the provider's by ${skew} s. Synchronise it (NTP): logins fail above ${MAX_SKEW} s.`,
      );
}

/** Google puts its error into the address of a page, encoded. */
async function redirectFinding(page: Response, redirectUri: string): Promise<Finding> {
  const location = page.headers.get('location') ?? '';
  const encoded = /[?&]authError=([^&]+)/.exec(location)?.[1] ?? '';
  const said = [location, Buffer.from(decodeURIComponent(encoded), 'base64').toString('latin1')];
  if (page.status >= 400) said.push(await page.text());
  const isRefused = page.status >= 400 || encoded !== '';
  if (!isRefused) {
    const text = `${redirectUri} was not refused. Some providers check it only after the login: log in once.`;
    return { result: 'ok', check: 'redirect URI', text };
  }
  const isUri = /redirect.?ur[il]/i.test(said.join(' '));
  return problem(
    'redirect URI',
    isUri
      ? `It is not registered. Register exactly ${redirectUri} in the provider's console.`
      : `The provider refuses the login page (status ${page.status}). Check the client id, and that exactly ${redirectUri} is registered.`,
  );
}

type Values = Parameters<ReturnType<typeof oauthClient>['identify']>[1];

/** Exchanges a code that does not exist: the provider checks the client first. */
async function secretFinding(setup: ProviderSetup, options: TestOptions, values: Values): Promise<Finding> {
  const parameters = new URLSearchParams({ code: 'latchkit-test', state: values.state });
  try {
    await oauthClient(options).identify(setup, values, parameters);
  } catch (error) {
    if (!(error instanceof SocialError)) throw error;
    if (error.failure === 'PROVIDER_MISCONFIGURED') return rejected(setup, error.message);
    if (error.failure !== 'PROVIDER_RESPONSE_INVALID') throw error;
    if (error.message.startsWith(REFUSED_CODE)) return accepted(setup);
    return { result: 'unknown', check: 'secret', text: `The response was not clear: ${error.message}` };
  }
  return accepted(setup);
}

async function testTelegram(setup: ProviderSetup, { timeout }: TestOptions): Promise<Finding[]> {
  const { credentials, developmentBase } = setup;
  const domain: Finding = {
    result: 'unknown',
    check: 'redirect URI',
    text: `Telegram checks the domain at the login. Set the wallet's domain at @BotFather: Bot Settings → Login Widget. ${untried(setup)}`,
  };
  if (developmentBase !== undefined || !('botToken' in credentials)) return [domain];
  const response = await providerFetch(timeout)(`https://api.telegram.org/bot${credentials.botToken}/getMe`);
  const isBot =
    objectOf(
      await response
        .text()
        .then(text => parseJson(text))
        .catch(() => undefined),
    ).ok === true;
  const text = `Telegram rejects the token of bot ${clientIdOf(credentials)}. Copy it again from @BotFather.`;
  return [clockFinding(response), domain, isBot ? accepted(setup) : problem('secret', text)];
}

const accepted = (setup: ProviderSetup): Finding => ({
  result: 'ok',
  check: 'secret',
  text: `accepted. ${untried(setup)}`,
});

/** The steps of a login that need a person. */
function untried({ provider: { protocol, refusalHint, evidence } }: ProviderSetup): string {
  const steps = [
    'the consent',
    ...(protocol.kind === 'telegram' ? ['the signed result'] : ['a real code and its tokens']),
    ...(protocol.kind === 'oauth' ? ['the user endpoint', 'the end of the token'] : []),
    ...(evidence === undefined ? [] : ["the vault's own look"]),
  ];
  const cost = refusalHint === undefined ? '' : `, which has its price: ${refusalHint}`;
  return `Not tried without a person: ${steps.join(', ')}${cost}.`;
}

function rejected({ provider: { id } }: ProviderSetup, message: string): Finding {
  const hint =
    id === 'apple'
      ? 'Compare the services id, team id, key id and private key with the developer account.'
      : 'Compare the client id and secret with the console; a secret that was shown once may have to be created again.';
  return problem('secret', `${message}. ${hint}`);
}

function problem(check: Finding['check'], text: string): Finding {
  return { result: 'problem', check, text };
}
