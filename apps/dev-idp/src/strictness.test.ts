import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { CLIENT } from './clients.js';
import { rulesPage } from './rulesPage.js';
import { type DevIdp, startDevIdp } from './startDevIdp.js';
import { createVisitor } from './visitor.js';

const CALLBACK = 'http://localhost:1/v1/auth/social/callback';
const VERIFIER = 'v'.repeat(43);
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');
const AGENT = 'DiscordBot (https://latchkit.example, 1.0.0)';
const OWN = { client_id: CLIENT.id, client_secret: CLIENT.secret };
const BASIC = `Basic ${Buffer.from(`${CLIENT.id}:${CLIENT.secret}`).toString('base64')}`;

let idp: DevIdp;
beforeAll(async () => {
  idp = await startDevIdp({ port: 0, host: 'localhost', redirectUris: [CALLBACK] });
});
afterAll(() => idp.close());
afterEach(() => {
  vi.useRealTimers();
});

const SITES = {
  github: { authorize: '/login/oauth/authorize', token: '/login/oauth/access_token', scope: 'user:email' },
  x: { authorize: '/i/oauth2/authorize', token: '/2/oauth2/token', scope: 'users.read tweet.read' },
  discord: { authorize: '/oauth2/authorize', token: '/api/v10/oauth2/token', scope: 'identify email openid' },
  facebook: { authorize: '/v25.0/dialog/oauth', token: '/graph/v25.0/oauth/access_token', scope: 'openid' },
} as const;
type Site = keyof typeof SITES;

async function codeOf(site: Site, more: Readonly<Record<string, string>> = {}, choice: object = {}) {
  const query = new URLSearchParams({
    client_id: CLIENT.id,
    redirect_uri: CALLBACK,
    response_type: 'code',
    state: 'state',
    scope: SITES[site].scope,
    nonce: 'nonce-1',
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
    ...more,
  });
  const visitor = createVisitor();
  const page = await visitor.open(`${idp.url}/${site}${SITES[site].authorize}?${query}`, CALLBACK);
  if (page.status !== 200) return `status ${page.status}`;
  const end = await visitor.submit(page, { person: 'ada', fault: '', ...choice }, CALLBACK);
  return end.url.searchParams.get('code') ?? '';
}

function exchange(site: Site, values: Readonly<Record<string, string>>, headers = {}): Promise<Response> {
  const own = site === 'x' ? {} : OWN;
  return fetch(`${idp.url}/${site}${SITES[site].token}`, {
    method: 'POST',
    headers: {
      accept: 'application/json',
      'user-agent': AGENT,
      ...(site === 'x' && { authorization: BASIC }),
      ...headers,
    },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      redirect_uri: CALLBACK,
      code_verifier: VERIFIER,
      ...own,
      ...values,
    }),
  });
}

async function tokenOf(site: Site, choice: object = {}) {
  const response = await exchange(site, { code: await codeOf(site, {}, choice) });
  return (await response.json()) as { access_token: string; id_token?: string; expires_in?: number };
}

const call = (path: string, token: string, headers = {}) =>
  fetch(idp.url + path, { headers: { authorization: `Bearer ${token}`, 'user-agent': AGENT, ...headers } });

describe('the rules of the providers', () => {
  it.each(['github', 'x', 'discord', 'facebook'] as const)(
    '%s refuses a wrong, missing or superfluous verifier',
    async site => {
      const wrong = await exchange(site, { code: await codeOf(site), code_verifier: 'w'.repeat(43) });
      expect(await wrong.json()).toHaveProperty('error');
      const missing = await exchange(site, { code: await codeOf(site), code_verifier: '' });
      expect(await missing.json()).toHaveProperty('error');
      if (site === 'x') return;
      const none = { code_challenge: '' };
      const superfluous = await exchange(site, { code: await codeOf(site, none) });
      expect(await superfluous.json()).toHaveProperty('error');
    },
  );

  it.each([
    ['x', 30_000],
    ['github', 600_000],
  ] as const)('%s ends a code after %i ms', async (site, life) => {
    const code = await codeOf(site);
    vi.useFakeTimers({ now: Date.now() + life, toFake: ['Date'] });
    expect(await (await exchange(site, { code })).json()).toHaveProperty('error');
  });

  it.each(['github', 'x', 'discord', 'facebook'] as const)(
    '%s knows one way only: a code, S256, and the grant by a code',
    async site => {
      expect(await codeOf(site, { response_type: 'token' })).toBe('status 400');
      expect(await codeOf(site, { code_challenge_method: 'plain' })).toBe('status 400');
      const other = await exchange(site, { code: await codeOf(site), grant_type: 'refresh_token' });
      expect(await other.json()).toHaveProperty('error');
    },
  );

  it('Apple answers by a form only, and tells a refusal by a code of its own', async () => {
    const query = new URLSearchParams({
      client_id: CLIENT.id,
      redirect_uri: CALLBACK,
      response_type: 'code',
      state: 'state',
      scope: 'openid email name',
      nonce: 'nonce-1',
      response_mode: 'query',
    });
    const visitor = createVisitor();
    const open = () => visitor.open(`${idp.url}/apple/auth?${query}`, CALLBACK);
    expect((await open()).status).toBe(400);
    query.set('response_mode', 'form_post');
    const posting = await visitor.submit(await open(), { person: '', fault: '' }, CALLBACK);
    const { html } = posting.status === 0 ? posting : await visitor.submit(posting, {}, CALLBACK);
    expect(html.split('\n')).toContain('error=user_cancelled_authorize');
  });

  it('signs with a new key after a rotation, and publishes those of before and one that does not sign', async () => {
    for (const [site, path] of [
      ['discord', '/discord/api/oauth2/keys'],
      ['facebook', '/facebook/.well-known/oauth/openid/jwks/'],
    ] as const) {
      const published = async () =>
        (await (await fetch(idp.url + path, { headers: { 'user-agent': AGENT } })).json()).keys as {
          kid: string;
        }[];
      const before = await published();
      expect(before.length).toBeGreaterThan(1);
      const kidOf = async (choice = {}) =>
        decodeProtectedHeader((await tokenOf(site, choice)).id_token ?? '').kid;
      const first = await kidOf();
      await idp.rotateKeys();
      const second = await kidOf();
      expect(before.map(({ kid }) => kid)).not.toContain(second);
      expect((await published()).map(({ kid }) => kid)).toEqual(expect.arrayContaining([first, second]));
      expect(await kidOf({ fault: 'oldKey' })).toBe(first);
    }
  });

  it('limits services at an endpoint, not browsers, and says which they called', async () => {
    const path = '/github/api/user';
    const { access_token: token } = await tokenOf('github');
    const asService = { 'user-agent': 'latchkit/1.0.0 (+https://latchkit.example)' };
    expect((await call(path, token, asService)).status).toBe(200);
    expect([...idp.called]).toContain('GET github/api/user');
    idp.limited.add('GET github/api/user');
    const limited = await call(path, token, asService);
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '30']);
    expect((await call(path, token, { 'user-agent': 'Mozilla/5.0' })).status).toBe(200);
    idp.limited.clear();
  });

  it('X refuses a long state, and the user without both scopes', async () => {
    expect(await codeOf('x', { state: 's'.repeat(501) })).toBe('status 400');
    const code = await codeOf('x', { scope: 'users.read' });
    const { access_token: token } = await (await exchange('x', { code })).json();
    expect((await call('/x/2/users/me', token)).status).toBe(403);
  });

  it('GitHub answers as a form without Accept, refuses without a user agent, and hides addresses', async () => {
    const form = await exchange('github', { code: await codeOf('github') }, { accept: '*/*' });
    expect(form.headers.get('content-type')).toBe('application/x-www-form-urlencoded');
    expect(new URLSearchParams(await form.text()).get('access_token')).toBeTruthy();
    const { access_token: token } = await tokenOf('github');
    expect((await call('/github/api/user', token, { 'user-agent': '' })).status).toBe(403);
    const code = await codeOf('github', { scope: '' });
    const { access_token: bare } = await (await exchange('github', { code })).json();
    expect((await call('/github/api/user/emails', bare)).status).toBe(403);
  });

  it('Discord serves one version to its form of user agents, and repeats a token while it lives', async () => {
    const first = await tokenOf('discord');
    expect((await call('/discord/api/users/@me', first.access_token)).status).toBe(404);
    const agent = { 'user-agent': 'latchkit/1.0.0' };
    expect((await call('/discord/api/v10/users/@me', first.access_token, agent)).status).toBe(403);
    vi.useFakeTimers({ now: Date.now() + 3_600_000, toFake: ['Date'] });
    const second = await tokenOf('discord');
    expect(second.access_token).toBe(first.access_token);
    expect((first.expires_in ?? 0) - (second.expires_in ?? 0)).toBeGreaterThanOrEqual(3_599);
    vi.setSystemTime(Date.now() + 8 * 86_400_000);
    expect((await tokenOf('discord')).access_token).not.toBe(first.access_token);
  });

  it('Discord and Facebook send id tokens for openid, with the nonce', async () => {
    const keys = {
      discord: '/discord/api/oauth2/keys',
      facebook: '/facebook/.well-known/oauth/openid/jwks/',
    };
    for (const site of ['discord', 'facebook'] as const) {
      const { id_token: idToken = '' } = await tokenOf(site);
      const set = createRemoteJWKSet(new URL(idp.url + keys[site]), { headers: { 'user-agent': AGENT } });
      const { payload } = await jwtVerify(idToken, set, {
        issuer: `${idp.url}/${site}`,
        audience: CLIENT.id,
      });
      expect(payload).toMatchObject({ sub: '10000001', nonce: 'nonce-1' });
      const without = await exchange(site, { code: await codeOf(site, { scope: 'identify' }) });
      expect(await without.json()).not.toHaveProperty('id_token');
    }
  });

  it('Facebook has its own errors, wants a proof, and tells the age of long-lived tokens only', async () => {
    const wrong = await exchange('facebook', { code: await codeOf('facebook'), client_secret: 'wrong' });
    expect([wrong.status, await wrong.json()]).toMatchObject([400, { error: { code: 1 } }]);
    const used = await exchange('facebook', { code: 'used' });
    expect([used.status, await used.json()]).toMatchObject([400, { error: { error_subcode: 36_009 } }]);
    const { access_token: token } = await tokenOf('facebook');
    expect((await call('/facebook/graph/v25.0/me', token)).status).toBe(400);
    const access = `${CLIENT.id}|${CLIENT.secret}`;
    const proof = createHmac('sha256', CLIENT.secret).update(access).digest('hex');
    const inspect = async (one: string) => {
      const query = new URLSearchParams({ input_token: one, access_token: access, appsecret_proof: proof });
      const { data } = await (await fetch(`${idp.url}/facebook/graph/v25.0/debug_token?${query}`)).json();
      return data;
    };
    expect(await inspect(token)).toHaveProperty('issued_at');
    const short = await tokenOf('facebook', { person: 'noor', fault: 'shortToken' });
    expect(await inspect(short.access_token)).not.toHaveProperty('issued_at');
  });

  it('GitHub ends one token, and Discord all of a person', async () => {
    const [one, other] = [await tokenOf('github'), await tokenOf('github')];
    const ended = await fetch(`${idp.url}/github/api/applications/${CLIENT.id}/token`, {
      method: 'DELETE',
      headers: { authorization: BASIC, 'user-agent': AGENT },
      body: JSON.stringify({ access_token: one.access_token }),
    });
    expect(ended.status).toBe(204);
    expect((await call('/github/api/user', one.access_token)).status).toBe(401);
    expect((await call('/github/api/user', other.access_token)).status).toBe(200);
    const { access_token: token } = await tokenOf('discord');
    await fetch(`${idp.url}/discord/api/v10/oauth2/token/revoke`, {
      method: 'POST',
      headers: { 'user-agent': AGENT },
      body: new URLSearchParams({ ...OWN, token }),
    });
    expect((await call('/discord/api/v10/users/@me', token)).status).toBe(401);
  });

  it('Apple serves no metadata', async () => {
    const url = `${idp.url}/apple/.well-known/openid-configuration`;
    expect((await fetch(url, { redirect: 'manual' })).status).toBe(302);
  });

  it.each([
    [
      'google',
      '/auth',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Mobile/15E148 Instagram 350.0',
      403,
    ],
    [
      'google',
      '/auth',
      'Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) Chrome/130.0 Mobile Safari/537.36',
      403,
    ],
    [
      'google',
      '/auth',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Safari/604.1',
      400,
    ],
    ['facebook', '/v25.0/dialog/oauth', 'Mozilla/5.0 (Linux; Android 15) Safari/537.36 [FB_IAB/FB4A]', 403],
    [
      'facebook',
      '/v25.0/dialog/oauth',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1) [FBAN/FBIOS;FBAV/480]',
      400,
    ],
  ] as const)('%s shows %s to some browsers only: %s', async (provider, path, agent, status) => {
    const page = await fetch(`${idp.url}/${provider}${path}`, { headers: { 'user-agent': agent } });
    expect(page.status).toBe(status);
  });

  it('Facebook ends one token of its app, and names the version that answers', async () => {
    const { access_token: token } = await tokenOf('facebook');
    const app = `${CLIENT.id}|${CLIENT.secret}`;
    const proof = createHmac('sha256', CLIENT.secret).update(app).digest('hex');
    const graph = `${idp.url}/facebook/graph/v25.0`;
    const right = { access_token: app, appsecret_proof: proof };
    const revoke = async (values: Readonly<Record<string, string>>) =>
      (
        await fetch(
          `${graph}/oauth/revoke?${new URLSearchParams({ ...OWN, revoke_token: token, ...values })}`,
        )
      ).status;
    expect(await revoke({ access_token: app })).toBe(400);
    expect(await revoke({ ...right, client_secret: 'wrong' })).toBe(400);
    expect(await revoke(right)).toBe(200);
    expect(await revoke(right)).toBe(400);
    const named = await fetch(`${graph}/app?${new URLSearchParams(right)}`);
    expect([named.status, named.headers.get('facebook-api-version')]).toEqual([200, 'v25.0']);
    expect((await fetch(`${graph}/app?access_token=${encodeURIComponent(app)}`)).status).toBe(400);
  });

  it('are listed with their sources in docs/results/providers.md', () => {
    const page = new URL('../../../docs/results/providers.md', import.meta.url);
    expect(readFileSync(page, 'utf8')).toBe(rulesPage());
  });
});
