import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Choice, startProviders, type TestProviders } from '../../../../test/wallet/socialProviders.js';
import { type LoginValues, type OAuthClientOptions, oauthClient } from './oauthClient.js';
import { withoutIssuer } from './withoutIssuer.js';

const VALUES: LoginValues = {
  redirectUri: 'http://localhost:1/v1/auth/social/callback',
  state: 'state-of-this-login',
  nonce: 'nonce-of-this-login',
  verifier: 'v'.repeat(43),
};

let providers: TestProviders;
beforeAll(async () => {
  providers = await startProviders(VALUES.redirectUri);
});
afterAll(() => providers.close());

type Id = Parameters<TestProviders['setup']>[0];

/** Logs in at a provider, with other values for the exchange if given. */
async function identify(
  id: Id,
  choice: Choice,
  changed: Partial<LoginValues> = {},
  options: Partial<OAuthClientOptions> = {},
) {
  const client = oauthClient({ allowsHttp: true, ...options });
  const setup = providers.setup(id);
  const parameters = await providers.choose(await client.authorizeUrl(setup, VALUES), choice);
  return client.identify(setup, { ...VALUES, ...changed }, parameters);
}

/** The issuers of the real providers. */
const FOREIGN_ISSUERS = [
  ['google', 'https://accounts.google.com'],
  ['google', 'accounts.google.com'],
  ['apple', 'https://appleid.apple.com'],
  ['apple', 'https://account.apple.com'],
  ['github', 'https://github.com/login/oauth'],
] as const;

const OPENID = ['google', 'apple'] as const;
const OAUTH = ['github', 'x', 'discord', 'facebook'] as const;

describe('oauthClient', () => {
  it.each([
    ['google', { subject: '10000001', name: 'Ada Lovelace', email: 'ada@mail.example' }],
    ['apple', { subject: '10000001', name: 'Ada Lovelace', email: 'ada@mail.example' }],
    ['github', { subject: '10000001', name: 'Ada Lovelace', email: 'ada@mail.example' }],
    ['x', { subject: '10000001', name: 'ada' }],
    ['discord', { subject: '10000001', name: 'Ada Lovelace', email: 'ada@mail.example' }],
    ['facebook', { subject: '10000001', name: 'Ada Lovelace' }],
  ] as const)('identifies a user of %s', async (id, expected) => {
    const identity = await identify(id, { person: 'ada' });
    expect(identity).toMatchObject(expected);
    expect(typeof identity.token).toBe(id === 'x' ? 'undefined' : 'string');
  });

  it.each([...OPENID, ...OAUTH])('identifies a user of %s who has no email address', async id => {
    const { subject, email } = await identify(id, { person: 'noor' });
    expect({ subject, email }).toEqual({ subject: '10000002', email: undefined });
  });

  it('does not use an address that Facebook does not call verified', async () => {
    expect((await identify('facebook', { person: 'ada' })).email).toBeUndefined();
  });

  it('drops a picture that is not https, and passes a hostile name on as text', async () => {
    const { picture, name } = await identify('google', { person: 'eve' });
    expect(picture).toBeUndefined();
    expect(name).toContain('\u202e');
  });

  it.each([...OPENID, ...OAUTH])('reports a refusal at %s', async id => {
    await expect(identify(id, { person: '' })).rejects.toMatchObject({ failure: 'REFUSED' });
  });

  it.each([
    ['providerError', 'PROVIDER_UNAVAILABLE'],
    ['tokenError', 'PROVIDER_UNAVAILABLE'],
    ['tokenGarbage', 'PROVIDER_RESPONSE_INVALID'],
    ['tokenLarge', 'PROVIDER_RESPONSE_INVALID'],
  ])('reports the failure %s as %s', async (fault, failure) => {
    for (const id of ['google', 'github'] as const) {
      await expect(identify(id, { person: 'ada', fault })).rejects.toMatchObject({ failure });
    }
  });

  it.each([
    ['403', 403, { message: 'Resource not accessible by integration' }, true],
    ['404', 404, { message: 'Not Found' }, true],
    ['a null', 200, null, false],
    ['an object', 200, { email: 'ada@mail.example' }, false],
    ['entries that are none', 200, [null, 1, 'a', [], {}], false],
    ['an entry with nulls', 200, [{ primary: null, email: null, verified: null }], false],
  ])(
    'logs in without an email when GitHub answers the question for it with %s (GW-10)',
    async (_, status, body, isTold) => {
      const send = fetch;
      vi.stubGlobal('fetch', (...args: Parameters<typeof fetch>) =>
        String(args[0]).endsWith('/user/emails')
          ? Promise.resolve(Response.json(body, { status }))
          : send(...args),
      );
      onTestFinished(() => void vi.unstubAllGlobals());
      const missing: unknown[] = [];
      const missingPermission = (...told: unknown[]) => void missing.push(told);
      const { subject, email } = await identify('github', { person: 'ada' }, {}, { missingPermission });
      expect({ subject, email }).toEqual({ subject: '10000001', email: undefined });
      expect(missing).toEqual(isTold ? [['github', 'Email addresses: read-only']] : []);
    },
  );

  it.each([
    ['a rate limit', 403, { 'x-ratelimit-remaining': '0' }],
    ['a server that is away', 503, {}],
  ])(
    'does not log in when GitHub answers the question for the email with %s (GW-10)',
    async (_, status, headers) => {
      const send = fetch;
      vi.stubGlobal('fetch', (...args: Parameters<typeof fetch>) =>
        String(args[0]).endsWith('/user/emails')
          ? Promise.resolve(Response.json({}, { status, headers }))
          : send(...args),
      );
      onTestFinished(() => void vi.unstubAllGlobals());
      await expect(identify('github', { person: 'ada' })).rejects.toMatchObject({
        failure: 'PROVIDER_UNAVAILABLE',
      });
    },
  );

  it('discovers a provider once for logins at the same time, and again after a failure', async () => {
    const send = fetch;
    const asked = vi.fn((...args: Parameters<typeof fetch>) => send(...args));
    asked.mockRejectedValueOnce(new TypeError('fetch failed'));
    vi.stubGlobal('fetch', asked);
    onTestFinished(() => {
      vi.unstubAllGlobals();
    });
    const client = oauthClient({ allowsHttp: true });
    const logIn = () => client.authorizeUrl(providers.setup('google'), VALUES);
    const failed = await Promise.allSettled([logIn(), logIn()]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await Promise.all([logIn(), logIn(), logIn()]);
    expect(asked).toHaveBeenCalledTimes(2);
  });

  it('stops waiting for a provider that hangs', async () => {
    const waiting = identify('discord', { person: 'ada', fault: 'tokenHang' }, {}, { timeout: 300 });
    await expect(waiting).rejects.toMatchObject({ failure: 'PROVIDER_UNAVAILABLE' });
  });

  it.each([
    ['clockFast', 'PROVIDER_CLOCK'],
    ['clockSlow', 'PROVIDER_CLOCK'],
    ['wrongIssuer', 'PROVIDER_RESPONSE_INVALID'],
    ['wrongAudience', 'PROVIDER_RESPONSE_INVALID'],
    ['wrongNonce', 'PROVIDER_RESPONSE_INVALID'],
    ['wrongSignature', 'PROVIDER_RESPONSE_INVALID'],
    ['algorithmNone', 'PROVIDER_RESPONSE_INVALID'],
  ])('rejects an id token with the fault %s as %s', async (fault, failure) => {
    for (const id of OPENID) {
      await expect(identify(id, { person: 'ada', fault })).rejects.toMatchObject({ failure });
    }
  });

  it.each([...OPENID, ...OAUTH])('rejects the response of %s to another login', async id => {
    await expect(identify(id, { person: 'ada' }, { state: 'another' })).rejects.toMatchObject({
      failure: 'PROVIDER_RESPONSE_INVALID',
    });
  });

  it.each(['google', 'github', 'x', 'discord', 'facebook'] as const)(
    'cannot exchange a code of %s with another PKCE verifier',
    async id => {
      const verifier = 'w'.repeat(43);
      await expect(identify(id, { person: 'ada' }, { verifier })).rejects.toMatchObject({
        failure: 'PROVIDER_RESPONSE_INVALID',
      });
    },
  );

  it('reports wrong credentials as a mistake of the operator', async () => {
    const client = oauthClient({ allowsHttp: true });
    for (const id of ['google', 'github', 'discord', 'x'] as const) {
      const right = providers.setup(id);
      const wrong = { ...right, credentials: { clientId: 'latchkit-development', clientSecret: 'wro-ng_' } };
      const parameters = await providers.choose(await client.authorizeUrl(right, VALUES), { person: 'ada' });
      await expect(client.identify(wrong, VALUES, parameters)).rejects.toMatchObject({
        failure: 'PROVIDER_MISCONFIGURED',
      });
    }
  });

  it.each([...OPENID, ...OAUTH])('logs in at %s with a secret that contains - and _ (SL-02)', async id => {
    const { credentials } = providers.setup(id);
    if ('clientSecret' in credentials) expect(credentials.clientSecret).toMatch(/(?=.*-).*_/);
    expect((await identify(id, { person: 'ada' })).subject).toBe('10000001');
  });

  it("accepts GitHub's issuer, with a code and with an error (SL-01)", async () => {
    const client = oauthClient({ allowsHttp: true });
    const setup = providers.setup('github');
    for (const person of ['ada', '']) {
      const parameters = await providers.choose(await client.authorizeUrl(setup, VALUES), { person });
      expect(parameters.get('iss')).toBe(`${setup.developmentBase}/login/oauth`);
      const identified = client.identify(setup, VALUES, parameters);
      if (person === '') await expect(identified).rejects.toMatchObject({ failure: 'REFUSED' });
      else expect((await identified).subject).toBe('10000001');
    }
  });

  it.each([...OPENID, ...OAUTH])("refuses another provider's issuer from %s (SL-01)", async id => {
    const failure = 'PROVIDER_RESPONSE_INVALID';
    const client = oauthClient({ allowsHttp: true });
    const setup = providers.setup(id);
    for (const person of ['ada', '']) {
      const choice = { person, fault: 'foreignIss' };
      await expect(identify(id, choice)).rejects.toMatchObject({ failure });
      const parameters = await providers.choose(await client.authorizeUrl(setup, VALUES), { person });
      for (const other of FOREIGN_ISSUERS.filter(([owner]) => owner !== id).map(([, issuer]) => issuer)) {
        parameters.set('iss', other);
        await expect(client.identify(setup, VALUES, parameters)).rejects.toMatchObject({ failure });
      }
    }
  });

  it.each([...OPENID, 'github'] as const)('refuses an unknown issuer from %s (SL-01)', async id => {
    const failure = 'PROVIDER_RESPONSE_INVALID';
    for (const person of ['ada', '']) {
      await expect(identify(id, { person, fault: 'strangeIss' })).rejects.toMatchObject({ failure });
    }
  });

  it.each([...OPENID, ...OAUTH])('needs no issuer from %s, and refuses two (SL-01)', async id => {
    const client = oauthClient({ allowsHttp: true });
    const setup = providers.setup(id);
    const logIn = async (issuers: readonly string[]) => {
      const parameters = await providers.choose(await client.authorizeUrl(setup, VALUES), { person: 'ada' });
      const own = parameters.get('iss') ?? 'https://issuer.example';
      parameters.delete('iss');
      for (const issuer of issuers) parameters.append('iss', issuer || own);
      return client.identify(setup, VALUES, parameters);
    };
    expect((await logIn([])).subject).toBe('10000001');
    await expect(logIn(['', ''])).rejects.toMatchObject({ failure: 'PROVIDER_RESPONSE_INVALID' });
  });

  it.each(['x', 'discord', 'facebook'] as const)(
    'ignores an unknown issuer from %s, and reports it once (SL-01)',
    async id => {
      const unknownIssuer = vi.fn();
      const client = oauthClient({ allowsHttp: true, unknownIssuer });
      const setup = providers.setup(id);
      for (let count = 0; count < 2; count += 1) {
        const choice = { person: 'ada', fault: 'strangeIss' };
        const parameters = await providers.choose(await client.authorizeUrl(setup, VALUES), choice);
        parameters.set('iss', `${parameters.get('iss')}/${count}`);
        expect((await client.identify(setup, VALUES, parameters)).subject).toBe('10000001');
      }
      expect(unknownIssuer.mock.calls).toEqual([[id, 'https://issuer.example/0']]);
    },
  );

  it.each([
    ['google', 'https://accounts.google.com', true],
    ['google', 'accounts.google.com', true],
    ['google', 'https://accounts.google.com/', false],
    ['google', 'https://appleid.apple.com', false],
    ['apple', 'https://appleid.apple.com', true],
    ['apple', 'https://account.apple.com', true],
    ['apple', 'https://github.com/login/oauth', false],
    ['github', 'https://github.com/login/oauth', true],
    ['github', 'https://github.com', false],
    ['x', 'https://x.com', true],
    ['x', 'https://account.apple.com', false],
    ['discord', 'https://discord.com', true],
    ['discord', 'accounts.google.com', false],
    ['facebook', 'https://www.facebook.com', true],
    ['facebook', 'https://github.com/login/oauth', false],
  ] as const)('knows the issuers of %s: %s is accepted: %s (SL-01)', (id, issuer, isAccepted) => {
    const { developmentBase: _, ...setup } = providers.setup(id);
    const read = () => withoutIssuer(setup, new URLSearchParams({ code: 'c', iss: issuer }), () => {});
    if (isAccepted) expect(read().toString()).toBe('code=c');
    else expect(read).toThrow('issuer');
  });

  it.each([
    ['tokenLimited', [...OPENID, ...OAUTH]],
    ['apiLimited', OAUTH],
    ['apiLimitedAs403', OAUTH],
  ] as const)(
    'tells the limit of a rate from a wrong answer, with the time to wait: %s (SL-11)',
    async (fault, ids) => {
      for (const id of ids) {
        const limited = identify(id, { person: 'ada', fault });
        await expect(limited).rejects.toMatchObject({ failure: 'PROVIDER_UNAVAILABLE' });
        const { retryAfter } = await limited.catch(error => error);
        expect(retryAfter).toBeGreaterThan(28);
        expect(retryAfter).toBeLessThan(33);
      }
    },
  );

  it.each(['apiPayment', 'apiForbidden'])(
    'tells the operator to buy credits at X: %s (SL-10)',
    async fault => {
      const refused = { failure: 'PROVIDER_MISCONFIGURED', message: expect.stringContaining('buy credits') };
      await expect(identify('x', { person: 'ada', fault })).rejects.toMatchObject(refused);
      for (const id of ['github', 'discord', 'facebook'] as const) {
        const failure = { failure: 'PROVIDER_MISCONFIGURED' };
        await expect(identify(id, { person: 'ada', fault })).rejects.toMatchObject(failure);
      }
    },
  );

  it.each(OPENID)(
    'takes what %s may send in another form, but no identity that another client asked for',
    async id => {
      for (const fault of ['looseIdentity', 'tokenNulls']) {
        expect((await identify(id, { person: 'ada', fault })).subject).toBe('10000001');
      }
      const foreign = identify(id, { person: 'ada', fault: 'otherParty' });
      await expect(foreign).rejects.toMatchObject({ failure: 'PROVIDER_RESPONSE_INVALID' });
    },
  );

  it.each(OAUTH)('takes null from %s for what it leaves out', async id => {
    expect((await identify(id, { person: 'ada', fault: 'tokenNulls' })).subject).toBe('10000001');
  });

  it.each(OPENID)(
    'reads the keys of %s again for a new one, at once, and still knows that of before',
    async id => {
      const client = oauthClient({ allowsHttp: true });
      const setup = providers.setup(id);
      const logIn = async (fault = '') => {
        const url = await client.authorizeUrl(setup, VALUES);
        return client.identify(setup, VALUES, await providers.choose(url, { person: 'ada', fault }));
      };
      await logIn();
      await providers.idp.rotateKeys();
      expect((await logIn()).subject).toBe('10000001');
      expect((await logIn('oldKey')).subject).toBe('10000001');
    },
  );

  it("tells Facebook's limit by its code, whatever the status is, and what it calls transient", async () => {
    const limited = identify('facebook', { person: 'ada', fault: 'apiLimitedByCode' });
    await expect(limited).rejects.toMatchObject({ failure: 'PROVIDER_UNAVAILABLE' });
    const transient = {
      error: { message: 'Try again', type: 'OAuthException', code: 1, is_transient: true },
    };
    const send = fetch;
    vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
      String(url).includes('/me')
        ? Promise.resolve(Response.json(transient, { status: 400 }))
        : send(url, init),
    );
    onTestFinished(() => void vi.unstubAllGlobals());
    const failed = identify('facebook', { person: 'ada' });
    await expect(failed).rejects.toMatchObject({ failure: 'PROVIDER_UNAVAILABLE' });
  });

  it("reads Facebook's errors, of its endpoints and of its page (SL-12)", async () => {
    const client = oauthClient({ allowsHttp: true });
    const right = providers.setup('facebook');
    const parameters = await providers.choose(await client.authorizeUrl(right, VALUES), { person: 'ada' });
    const wrong = { ...right, credentials: { clientId: 'latchkit-development', clientSecret: 'wrong' } };
    const failsWith = async (run: Promise<unknown>, failure: string) =>
      expect(run).rejects.toMatchObject({ failure });
    await failsWith(client.identify(wrong, VALUES, parameters), 'PROVIDER_MISCONFIGURED');
    await client.identify(
      right,
      VALUES,
      await providers.choose(await client.authorizeUrl(right, VALUES), { person: 'ada' }),
    );
    await failsWith(
      client.identify(right, VALUES, parameters).then(() => client.identify(right, VALUES, parameters)),
      'PROVIDER_RESPONSE_INVALID',
    );
    await failsWith(identify('facebook', { person: 'ada', fault: 'providerError' }), 'PROVIDER_UNAVAILABLE');
    const blocked = new URLSearchParams({
      error_code: '1349168',
      error_message: 'URL blocked',
      state: VALUES.state,
    });
    await failsWith(client.identify(right, VALUES, blocked), 'PROVIDER_MISCONFIGURED');
  });

  it.each(OPENID)('accepts an id token with either issuer of %s (SL-05) (SL-21)', async id => {
    expect((await identify(id, { person: 'ada', fault: 'otherIssuer' })).subject).toBe('10000001');
  });

  it("uses Apple's own addresses, whatever its metadata says (SL-05)", async () => {
    const { developmentBase: _, ...setup } = providers.setup('apple');
    const url = new URL(await oauthClient({ allowsHttp: false }).authorizeUrl(setup, VALUES));
    expect(url.origin + url.pathname).toBe('https://appleid.apple.com/auth/authorize');
  });

  it('uses the last metadata of a provider while it cannot be read (SL-05)', async () => {
    const send = fetch;
    let isDown = false;
    const reads: string[] = [];
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
      const isMetadata = String(url).includes('.well-known');
      if (isMetadata) reads.push(String(url));
      return isMetadata && isDown ? Promise.reject(new TypeError('fetch failed')) : send(url, init);
    });
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => {
      vi.unstubAllGlobals();
      vi.useRealTimers();
    });
    const client = oauthClient({ allowsHttp: true });
    const ask = () => client.authorizeUrl(providers.setup('google'), VALUES);
    const before = await ask();
    isDown = true;
    vi.setSystemTime(Date.now() + 700_000);
    const strip = (url: string) => url.replace(/code_challenge=[^&]+/, '');
    expect(strip(await ask())).toBe(strip(before));
    expect(strip(await ask())).toBe(strip(before));
    expect(reads).toHaveLength(2);
    isDown = false;
    vi.setSystemTime(Date.now() + 61_000);
    await ask();
    expect(reads).toHaveLength(3);
  });

  it('names itself to every provider, with product, version and URL (SL-15)', async () => {
    const send = fetch;
    const sent: string[] = [];
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
      sent.push(`${new URL(url).pathname.split('/')[1]} ${new Headers(init.headers).get('user-agent')}`);
      return send(url, init);
    });
    onTestFinished(() => {
      vi.unstubAllGlobals();
    });
    for (const id of [...OPENID, ...OAUTH]) {
      sent.length = 0;
      const client = oauthClient({ allowsHttp: true });
      const setup = providers.setup(id);
      const url = await client.authorizeUrl(setup, VALUES);
      const own = sent.splice(0);
      const parameters = await providers.choose(url, { person: 'ada' });
      sent.length = 0;
      await client.identify(setup, VALUES, parameters);
      const form =
        id === 'discord'
          ? /^discord DiscordBot \(https:\S+, \d\S+\)$/
          : new RegExp(`^${id} latchkit/\\d\\S+ \\(\\+https:\\S+\\)$`);
      for (const one of [...own, ...sent]) expect(one).toMatch(form);
      expect(sent.length).toBeGreaterThan(0);
    }
  });

  it('names a version of the Graph in all calls, and proves the secret (SL-18)', async () => {
    const send = fetch;
    const urls: URL[] = [];
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
      urls.push(new URL(url));
      return send(url, init);
    });
    onTestFinished(() => {
      vi.unstubAllGlobals();
    });
    const client = oauthClient({ allowsHttp: true });
    const setup = providers.setup('facebook');
    const page = await client.authorizeUrl(setup, VALUES);
    expect(new URL(page).pathname).toBe('/facebook/v25.0/dialog/oauth');
    const parameters = await providers.choose(page, { person: 'ada' });
    urls.length = 0;
    await client.identify(setup, VALUES, parameters);
    expect(urls.map(({ pathname }) => pathname)).toEqual([
      '/facebook/graph/v25.0/oauth/access_token',
      '/facebook/graph/v25.0/me',
    ]);
    expect(urls[1]?.searchParams.get('appsecret_proof')).toMatch(/^[0-9a-f]{64}$/);
  });

  it('refuses plain http outside of development', async () => {
    const client = oauthClient({ allowsHttp: false });
    await expect(client.authorizeUrl(providers.setup('google'), VALUES)).rejects.toThrow('HTTPS');
  });

  it('does not follow redirects of a provider', async () => {
    let hits = 0;
    const server = createServer((_, response) => {
      hits += 1;
      response.writeHead(302, { location: '/elsewhere' }).end();
    }).listen(0);
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const setup = { ...providers.setup('google'), developmentBase: `http://localhost:${port}` };
    await expect(oauthClient({ allowsHttp: true }).authorizeUrl(setup, VALUES)).rejects.toMatchObject({
      failure: 'PROVIDER_RESPONSE_INVALID',
    });
    expect(hits).toBe(1);
  });
});
