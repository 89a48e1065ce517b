import { createHash, createHmac, randomBytes } from 'node:crypto';
import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, importPKCS8, jwtVerify, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { type DevIdp, startDevIdp } from './startDevIdp.js';
import { createVisitor } from './visitor.js';

const CALLBACK = 'http://localhost:1/v1/auth/social/callback';
const VERIFIER = randomBytes(32).toString('base64url');
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');

const known = z.object({
  base: z.url(),
  credentials: z.record(z.string(), z.string()),
});
const token = z.object({ access_token: z.string(), id_token: z.string().optional() });

let idp: DevIdp;
beforeAll(async () => {
  idp = await startDevIdp({ port: 0, host: 'localhost', redirectUris: [CALLBACK] });
});
afterAll(() => idp.close());

async function credentialsOf(provider: string) {
  const all = await (await fetch(`${idp.url}/credentials`)).json();
  return z.record(z.string(), known).parse(all)[provider] ?? expect.unreachable(provider);
}

/** Logs in as a browser does; returns the parameters that reach the client. */
async function authorize(
  path: string,
  choice: { readonly person: string; readonly fault?: string },
  more: Readonly<Record<string, string>> = {},
): Promise<URLSearchParams> {
  const query = new URLSearchParams({
    client_id: 'latchkit-development',
    redirect_uri: CALLBACK,
    response_type: 'code',
    state: 'state-1',
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
    ...more,
  });
  const visitor = createVisitor();
  const page = await visitor.open(`${idp.url}${path}?${query}`, CALLBACK);
  expect(page.html).toContain('Log in as a test person');
  const end = await visitor.submit(page, { fault: '', ...choice }, CALLBACK);
  if (end.status === 0) return end.url.searchParams;
  // The form that a script would send to the client.
  return (await visitor.submit(end, {}, CALLBACK)).url.searchParams.size > 0
    ? end.url.searchParams
    : new URLSearchParams((await visitor.submit(end, {}, CALLBACK)).html.replaceAll('\n', '&'));
}

function exchange(path: string, values: Readonly<Record<string, string>>, headers = {}): Promise<Response> {
  return fetch(`${idp.url}${path}`, {
    method: 'POST',
    headers: { accept: 'application/json', 'user-agent': AGENT, ...headers },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      redirect_uri: CALLBACK,
      code_verifier: VERIFIER,
      ...values,
    }),
  });
}

/** A form that every provider serves. */
const AGENT = 'DiscordBot (https://latchkit.example, 1.0.0)';
const SCOPES = 'identify email users.read tweet.read';
const OWN = { client_id: 'latchkit-development', client_secret: '-development_secret-1' };
const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
});
const BASIC = basic(OWN.client_id, OWN.client_secret);
const OPENID = { scope: 'openid email profile', nonce: 'nonce-1' };

async function googleToken(choice: { readonly person: string; readonly fault?: string }) {
  const code = (await authorize('/google/auth', choice, OPENID)).get('code') ?? '';
  const response = await exchange('/google/token', { code, ...OWN });
  return token.parse(await response.json()).id_token ?? expect.unreachable();
}

describe('startDevIdp', () => {
  it('signs Ada in as Google does', async () => {
    const idToken = await googleToken({ person: 'ada' });
    const keys = createRemoteJWKSet(new URL(`${idp.url}/google/jwks`));
    const { payload } = await jwtVerify(idToken, keys, {
      issuer: `${idp.url}/google`,
      audience: OWN.client_id,
    });
    expect(payload).toMatchObject({
      sub: '10000001',
      email: 'ada@mail.example',
      email_verified: true,
      name: 'Ada Lovelace',
      nonce: 'nonce-1',
    });
  });

  it('asks again at the next login', async () => {
    const visitor = createVisitor();
    const query = new URLSearchParams({
      ...{ client_id: OWN.client_id, redirect_uri: CALLBACK, response_type: 'code', ...OPENID },
      ...{ state: 's', code_challenge: CHALLENGE, code_challenge_method: 'S256' },
    });
    const first = await visitor.open(`${idp.url}/google/auth?${query}`, CALLBACK);
    await visitor.submit(first, { person: 'ada', fault: '' }, CALLBACK);
    const second = await visitor.open(`${idp.url}/google/auth?${query}`, CALLBACK);
    expect(second.html).toContain('Continue as Noor');
  });

  it.each([
    ['clockFast', (claims: Claims) => expect(claims.iat).toBeGreaterThan(now() + 500)],
    ['clockSlow', (claims: Claims) => expect(claims.iat).toBeLessThan(now() - 500)],
    ['wrongIssuer', (claims: Claims) => expect(claims.iss).toBe('https://issuer.example')],
    ['wrongAudience', (claims: Claims) => expect(claims.aud).toBe('another-client')],
    ['wrongNonce', (claims: Claims) => expect(claims.nonce).toBe('another-nonce')],
  ])('sends an identity with the fault %s, signed with its key', async (fault, check) => {
    const idToken = await googleToken({ person: 'ada', fault });
    const keys = createRemoteJWKSet(new URL(`${idp.url}/google/jwks`));
    await jwtVerify(idToken, keys, { clockTolerance: 3_600 });
    check(decodeJwt(idToken));
  });

  it('sends an unsigned identity, and one with a wrong signature', async () => {
    const unsigned = await googleToken({ person: 'ada', fault: 'algorithmNone' });
    expect(decodeProtectedHeader(unsigned).alg).toBe('none');
    const forged = await googleToken({ person: 'ada', fault: 'wrongSignature' });
    const keys = createRemoteJWKSet(new URL(`${idp.url}/google/jwks`));
    await expect(jwtVerify(forged, keys)).rejects.toThrow('signature verification failed');
  });

  it('signs in as Apple does: form_post, signed client secret, the name at the first login only', async () => {
    const { credentials } = await credentialsOf('apple');
    const { clientId = '', teamId = '', keyId = '', privateKey = '' } = credentials;
    const secret = await new SignJWT({})
      .setProtectedHeader({ alg: 'ES256', kid: keyId })
      .setIssuer(teamId)
      .setSubject(clientId)
      .setAudience('https://appleid.apple.com')
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(await importPKCS8(privateKey, 'ES256'));
    const asked = { response_mode: 'form_post', scope: 'openid email name', nonce: 'nonce-1' };
    const first = await authorize('/apple/auth', { person: 'ada' }, asked);
    expect(JSON.parse(first.get('user') ?? '')).toEqual({ name: { firstName: 'Ada', lastName: 'Lovelace' } });
    const second = await authorize('/apple/auth', { person: 'ada' }, asked);
    expect(second.has('user')).toBe(false);
    const code = second.get('code') ?? '';
    const wrong = await exchange('/apple/token', { code, client_id: clientId, client_secret: 'wrong' });
    expect(await wrong.json()).toMatchObject({ error: 'invalid_client' });
    const response = await exchange('/apple/token', { code, client_id: clientId, client_secret: secret });
    const { id_token: idToken = '' } = token.parse(await response.json());
    expect(decodeJwt(idToken)).toMatchObject({ sub: '10000001', email: 'ada@mail.example' });
  });

  it.each([
    [
      'github',
      '/login/oauth/authorize',
      '/login/oauth/access_token',
      '/api/user',
      { id: 10000001, login: 'ada' },
    ],
    ['x', '/i/oauth2/authorize', '/2/oauth2/token', '/2/users/me', { data: { id: '10000001' } }],
    [
      'discord',
      '/oauth2/authorize',
      '/api/v10/oauth2/token',
      '/api/v10/users/@me',
      { id: '10000001', verified: true },
    ],
    [
      'facebook',
      '/v25.0/dialog/oauth',
      '/graph/v25.0/oauth/access_token',
      '/graph/v25.0/me',
      { id: '10000001' },
    ],
  ])('signs in as %s does', async (provider, authorizePath, tokenPath, apiPath, expected) => {
    const asked = await authorize(`/${provider}${authorizePath}`, { person: 'ada' }, { scope: SCOPES });
    const code = asked.get('code') ?? '';
    const [own, headers] = provider === 'x' ? [{}, BASIC] : [OWN, {}];
    const response = await exchange(`/${provider}${tokenPath}`, { code, ...own }, headers);
    const { access_token: accessToken } = token.parse(await response.json());
    const proof = createHmac('sha256', OWN.client_secret).update(accessToken).digest('hex');
    const user = await fetch(`${idp.url}/${provider}${apiPath}?appsecret_proof=${proof}`, {
      headers: { authorization: `Bearer ${accessToken}`, 'user-agent': AGENT },
    });
    expect(await user.json()).toMatchObject(expected);
    const again = await exchange(`/${provider}${tokenPath}`, { code, ...own }, headers);
    expect(await again.json()).toHaveProperty('error');
  });

  it('accepts credentials only where a provider documents them, and compares them literally (SL-02)', async () => {
    const encoded = basic(encodeURIComponent(OWN.client_id), OWN.client_secret.replaceAll('-', '%2D'));
    const json = { 'content-type': 'application/json' };
    const paths = {
      google: ['/google/auth', '/google/token'],
      github: ['/github/login/oauth/authorize', '/github/login/oauth/access_token'],
      facebook: ['/facebook/v25.0/dialog/oauth', '/facebook/graph/v25.0/oauth/access_token'],
      discord: ['/discord/oauth2/authorize', '/discord/api/v10/oauth2/token'],
      x: ['/x/i/oauth2/authorize', '/x/2/oauth2/token'],
    } as const;
    const works = async (
      id: keyof typeof paths,
      values: Readonly<Record<string, string>>,
      headers: Readonly<Record<string, string>> = {},
    ) => {
      const [authorizePath, tokenPath] = paths[id];
      const code = (await authorize(authorizePath, { person: 'ada' }, OPENID)).get('code') ?? '';
      const response = await exchange(tokenPath, { code, ...values }, headers);
      return token.safeParse(await response.json()).success;
    };
    const found = new Map<string, readonly boolean[]>();
    for (const id of Object.keys(paths) as (keyof typeof paths)[]) {
      const wrong = [await works(id, {}, encoded), await works(id, OWN, json), await works(id, OWN, encoded)];
      found.set(id, [await works(id, OWN), await works(id, {}, BASIC), wrong.includes(true)]);
    }
    expect(Object.fromEntries(found)).toEqual({
      google: [true, true, false],
      github: [true, false, false],
      facebook: [true, false, false],
      discord: [true, true, false],
      x: [false, true, false],
    });
  });

  it("names GitHub's and Google's issuer in the response, also with an error, and nobody else's (SL-01)", async () => {
    const issuerOf = async (path: string, person: string, fault = '') =>
      (await authorize(path, { person, fault }, OPENID)).get('iss');
    for (const [path, issuer] of [
      ['/github/login/oauth/authorize', `${idp.url}/github/login/oauth`],
      ['/google/auth', `${idp.url}/google`],
      ['/x/i/oauth2/authorize', null],
      ['/discord/oauth2/authorize', null],
      ['/facebook/v25.0/dialog/oauth', null],
    ] as const) {
      expect(await issuerOf(path, 'ada')).toBe(issuer);
      expect(await issuerOf(path, '')).toBe(issuer);
      expect(await issuerOf(path, 'ada', 'providerError')).toBe(issuer);
      expect(await issuerOf(path, 'ada', 'strangeIss')).toBe('https://issuer.example');
      expect(await issuerOf(path, 'ada', 'foreignIss')).toContain(
        path.startsWith('/github') ? '/google' : '/github/login/oauth',
      );
    }
    const apple = { response_mode: 'form_post', scope: 'openid email name', nonce: 'nonce-1' };
    expect((await authorize('/apple/auth', { person: 'ada' }, apple)).has('iss')).toBe(false);
  });

  it('sends errors of the token request as GitHub does, with status 200', async () => {
    const response = await exchange('/github/login/oauth/access_token', { code: 'unknown', ...OWN });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ error: 'bad_verification_code' });
  });

  it.each([
    ['tokenError', 500],
    ['tokenGarbage', 200],
    ['tokenLarge', 200],
  ])('responds to the token request with the fault %s', async (fault, status) => {
    for (const [authorizePath, tokenPath] of [
      ['/google/auth', '/google/token'],
      ['/discord/oauth2/authorize', '/discord/api/v10/oauth2/token'],
    ] as const) {
      const code = (await authorize(authorizePath, { person: 'ada', fault }, OPENID)).get('code') ?? '';
      const response = await exchange(tokenPath, { code, ...OWN });
      expect(response.status).toBe(status);
      const text = await response.text();
      if (fault === 'tokenGarbage') expect(text).toContain('<html>');
      if (fault === 'tokenLarge') expect(text.length).toBeGreaterThan(1024 * 1024);
    }
  });

  it('sends the refusal and the chosen error back to the client', async () => {
    for (const path of ['/google/auth', '/x/i/oauth2/authorize']) {
      const refused = await authorize(path, { person: '' }, OPENID);
      expect(Object.fromEntries(refused)).toMatchObject({ error: 'access_denied', state: 'state-1' });
      const failed = await authorize(path, { person: 'ada', fault: 'providerError' }, OPENID);
      expect(failed.get('error')).toBe('server_error');
    }
  });

  it('says which redirect address is registered', async () => {
    const redirectUri = 'http://localhost:2/other';
    for (const path of ['/google/auth', '/github/login/oauth/authorize']) {
      const query = new URLSearchParams({
        client_id: OWN.client_id,
        redirect_uri: redirectUri,
        response_type: 'code',
      });
      const page = await createVisitor().open(`${idp.url}${path}?${query}`);
      expect(page.status).toBe(400);
      expect(page.html).toContain(`asked    ${redirectUri}`);
      expect(page.html).toContain(`allowed  ${CALLBACK}`);
    }
  });

  it('cuts the link to the opener on request', async () => {
    const query = new URLSearchParams({
      ...{ client_id: OWN.client_id, redirect_uri: CALLBACK, response_type: 'code', state: 's' },
    });
    const visitor = createVisitor();
    const page = await visitor.open(`${idp.url}/discord/oauth2/authorize?${query}`, CALLBACK);
    expect(page.headers.get('cross-origin-opener-policy')).toBeNull();
    const cut = await visitor.open(`${page.url.href}?coop=same-origin`, CALLBACK);
    expect(cut.headers.get('cross-origin-opener-policy')).toBe('same-origin');
  });

  it("returns Telegram's signed result in the fragment", async () => {
    const query = new URLSearchParams({
      bot_id: '7000000001',
      origin: 'http://localhost:1',
      return_to: CALLBACK,
    });
    const visitor = createVisitor();
    const page = await visitor.open(`${idp.url}/telegram/auth?${query}`, CALLBACK);
    const end = await visitor.submit(page, { person: 'ada', fault: '' }, CALLBACK);
    const text = Buffer.from(end.url.hash.replace('#tgAuthResult=', ''), 'base64').toString('utf8');
    expect(JSON.parse(text)).toMatchObject({
      id: 10000001,
      username: 'ada',
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it('does not start in production', async () => {
    const before = process.env.NODE_ENV;
    onTestFinished(() => {
      process.env.NODE_ENV = before;
    });
    process.env.NODE_ENV = 'production';
    await expect(startDevIdp({ port: 0, host: 'localhost', redirectUris: [] })).rejects.toThrow('production');
  });
});

type Claims = ReturnType<typeof decodeJwt>;
const now = () => Date.now() / 1_000;

describe('a visitor who stays signed in', () => {
  const query = (more: Readonly<Record<string, string>>) =>
    new URLSearchParams({
      client_id: 'latchkit-development',
      redirect_uri: CALLBACK,
      response_type: 'code',
      state: 'state-1',
      code_challenge: CHALLENGE,
      code_challenge_method: 'S256',
      ...OPENID,
      ...more,
    });

  it.each([
    ['/google/auth', true],
    ['/github/login/oauth/authorize', true],
    ['/discord/oauth2/authorize', false],
    ['/x/i/oauth2/authorize', false],
    ['/facebook/v25.0/dialog/oauth', false],
  ] as const)(
    'gets an answer of %s without a page, unless it can ask for the account',
    async (path, asks) => {
      const visitor = createVisitor();
      const go = (more = {}) => visitor.open(`${idp.url}${path}?${query(more)}`, CALLBACK);
      const stay = async (values: Readonly<Record<string, string>>) =>
        visitor.submit(await go(), { fault: '', person: 'ada', ...values }, CALLBACK);
      await stay({});
      expect((await go()).status).toBe(200);
      await stay({ stay: 'on' });
      const silent = await go();
      expect(silent.status).toBe(0);
      expect(silent.url.searchParams.get('code')).toBeTruthy();
      expect((await go({ prompt: 'select_account' })).status).toBe(asks ? 200 : 0);
    },
  );

  it('gets an answer of Telegram without a page', async () => {
    const visitor = createVisitor();
    const { base } = await credentialsOf('telegram');
    const url = `${base}/auth?${new URLSearchParams({ bot_id: '7000000001', return_to: `${CALLBACK}?state=1` })}`;
    const page = await visitor.open(url, CALLBACK);
    await visitor.submit(page, { fault: '', person: 'ada', stay: 'on' }, CALLBACK);
    expect((await visitor.open(url, CALLBACK)).url.hash).toMatch(/^#tgAuthResult=/);
  });
});
