import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startProviders, type TestProviders } from '../../../../test/wallet/socialProviders.js';
import type { ProviderSetup } from './SocialProvider.js';
import { watchProvider } from './watchProvider.js';

const CALLBACK = 'http://localhost:1/v1/auth/social/callback';

let providers: TestProviders;
beforeAll(async () => {
  providers = await startProviders(CALLBACK);
});
afterAll(() => providers.close());

const linesOf = (setup: ProviderSetup) => watchProvider(setup, { redirectUri: CALLBACK });

/** Facebook with another id or secret. */
function facebook(change: { readonly clientId?: string; readonly clientSecret?: string }): ProviderSetup {
  const setup = providers.setup('facebook');
  return { ...setup, credentials: { ...setup.credentials, ...change } as ProviderSetup['credentials'] };
}

describe('watchProvider', () => {
  it.each(['google', 'github', 'discord', 'facebook', 'telegram'] as const)(
    'says nothing of a %s that is well',
    async provider => {
      expect(await linesOf(providers.setup(provider))).toEqual([]);
    },
  );

  it.each([
    ['apple', 'Apple: registered senders of mail: not checkable: see docs/social-login.md'],
    ['x', 'X: credits: not checkable: see docs/social-login.md'],
  ] as const)('says what cannot be asked of %s, and asks nothing', async (provider, line) => {
    const setup = { ...providers.setup(provider), developmentBase: 'http://localhost:1' };
    expect(await linesOf(setup)).toEqual([line]);
  });

  it('warns of a Graph version that has ended, and of an app that requires no proof', async () => {
    const lines = (
      await linesOf({ ...providers.setup('facebook'), developmentBase: `${providers.url}/facebook/ended` })
    ).join();
    expect(lines).toContain('version v25.0 of the Graph has ended (it answers as v26.0)');
    expect(lines).toContain('Require app secret');
  });

  it('warns of a secret that is refused, and does not print it', async () => {
    const lines = (await linesOf(facebook({ clientSecret: 'a-wrong-secret' }))).join();
    expect(lines).toContain('the app id or the secret is refused');
    expect(lines).not.toContain('a-wrong-secret');
  });

  it('warns of a bot that was switched', async () => {
    const setup = {
      ...providers.setup('telegram'),
      credentials: { botToken: '700000009:switched-to-openid-connect' },
    };
    expect((await linesOf(setup)).join()).toContain('switched to OpenID Connect');
  });

  it('names a provider that does not respond', async () => {
    const setup = { ...providers.setup('facebook'), developmentBase: 'http://localhost:1' };
    expect(await linesOf(setup)).toEqual([expect.stringMatching(/^Facebook: not looked at: .*no response/)]);
  });
});
