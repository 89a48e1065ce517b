import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { SocialSignInProvider } from 'latchkit/protocol';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { passTime } from '../../../../test/passTime.js';
import { startProviders, type TestProviders } from '../../../../test/wallet/socialProviders.js';
import type { ProviderSetup } from './SocialProvider.js';
import { testProvider } from './testProvider.js';

const CALLBACK = 'http://localhost:1/v1/auth/social/callback';
const PROVIDERS = ['google', 'apple', 'github', 'x', 'discord', 'facebook'] as const;

let providers: TestProviders;
beforeAll(async () => {
  providers = await startProviders(CALLBACK);
});
afterAll(() => providers.close());
afterEach(() => {
  vi.useRealTimers();
});

/** The results by check, and the explanations of problems. */
async function findings(setup: ProviderSetup, redirectUri = CALLBACK) {
  const found = await testProvider(setup, { redirectUri, allowsHttp: true });
  return {
    results: Object.fromEntries(found.map(({ check, result }) => [check, result])),
    problems: found.flatMap(({ result, text }) => (result === 'problem' ? [text] : [])).join('\n'),
    all: JSON.stringify(found),
  };
}

const WRONG = 'a-secret-that-is-wrong';

/** Another key than the provider knows. */
const FOREIGN_KEY = String(
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }),
);

function withWrongSecret(provider: SocialSignInProvider): ProviderSetup {
  const setup = providers.setup(provider);
  const { credentials } = setup;
  if ('clientSecret' in credentials) {
    return { ...setup, credentials: { ...credentials, clientSecret: WRONG } };
  }
  return 'privateKey' in credentials
    ? { ...setup, credentials: { ...credentials, privateKey: FOREIGN_KEY } }
    : setup;
}

describe('testProvider', () => {
  it.each(PROVIDERS)('finds no problem with the right credentials at %s', async provider => {
    const { results } = await findings(providers.setup(provider));
    expect(results).toEqual({ clock: 'ok', 'redirect URI': 'ok', secret: 'ok' });
  });

  it.each([
    ['google', "the consent, a real code and its tokens, the vault's own look"],
    ['x', 'the user endpoint, the end of the token, which has its price: buy credits'],
    ['telegram', 'the consent, the signed result'],
  ] as const)('says which steps of %s need a person', async (provider, steps) => {
    const { all } = await findings(providers.setup(provider));
    expect(all).toContain(`Not tried without a person: ${provider === 'x' ? '' : steps}`);
    expect(all).toContain(steps);
  });

  it.each(PROVIDERS)('explains a wrong secret at %s, and does not print it', async provider => {
    const { results, problems, all } = await findings(withWrongSecret(provider));
    expect(results).toEqual({ clock: 'ok', 'redirect URI': 'ok', secret: 'problem' });
    expect(problems).toContain(provider === 'apple' ? 'private key' : 'client id and secret');
    expect(all).not.toContain(WRONG);
  });

  it.each(PROVIDERS)('explains a redirect URI that is not registered at %s', async provider => {
    const other = 'http://localhost:2/v1/auth/social/callback';
    const { results, problems } = await findings(providers.setup(provider), other);
    expect(results['redirect URI']).toBe('problem');
    expect(problems).toContain(`exactly ${other}`);
  });

  it.each([10, -10])('explains a clock that differs by %i minutes', async minutes => {
    passTime(minutes * 60_000);
    const { results, problems } = await findings(providers.setup('github'));
    expect(results.clock).toBe('problem');
    expect(problems).toMatch(/differs from the provider's by (599|60\d) s/);
  });

  it('reports a provider that is down', async () => {
    const setup = { ...providers.setup('google'), developmentBase: 'http://localhost:1' };
    const { results, problems } = await findings(setup);
    expect(results).toEqual({ provider: 'problem' });
    expect(problems).toContain('no response');
  });

  it("names today's page of Telegram's console, as the docs do (SL-24)", async () => {
    const { all } = await findings(providers.setup('telegram'));
    expect(all).toContain('Bot Settings → Login Widget');
    expect(all).not.toContain('/setdomain');
    const docs = readFileSync(new URL('../../../../../../docs/social-login.md', import.meta.url), 'utf8');
    expect(docs).toContain('Bot Settings → Login Widget');
    for (const console of ['https://console.cloud.google.com/auth', 'https://console.x.com'])
      expect(docs).toContain(console);
  });

  it("says what Telegram's page checks only at the login", async () => {
    const { results, all } = await findings(providers.setup('telegram'));
    expect(results).toEqual({ 'redirect URI': 'unknown' });
    expect(all).toContain('Login Widget');
  });
});
