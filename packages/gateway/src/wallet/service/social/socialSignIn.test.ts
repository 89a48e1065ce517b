import { randomBytes, randomUUID } from 'node:crypto';
import {
  readSocialSignInCall,
  redeemSocialSignInCall,
  refreshSessionCall,
  type SocialSignInProvider,
  startSocialSignInCall,
  takeTelegramResultCall,
} from 'latchkit/protocol';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { passTime } from '../../../../test/passTime.js';
import { type Choice, startProviders, type TestProviders } from '../../../../test/wallet/socialProviders.js';
import {
  type Begun,
  cookieHeader,
  type SocialVisitor,
  socialVisitor,
} from '../../../../test/wallet/socialVisitor.js';
import type { WalletFrame } from '../../../../test/wallet/walletFrame.js';
import { PAGE, type WalletSuite, walletSuite } from '../../../../test/wallet/walletSuite.js';
import { oauthClient } from './oauthClient.js';
import { SOCIAL_TIMES } from './socialLimits.js';
import { socialSecrets } from './socialTxns.js';

const FRAME = 'https://wallet.example';
const CALLBACK = `${FRAME}/v1/auth/social/callback`;
const ADA: Choice = { person: 'ada' };

let providers: TestProviders;
let suite: WalletSuite;
let visitor: SocialVisitor;
beforeAll(async () => {
  providers = await startProviders(CALLBACK);
  suite = await walletSuite({
    social: {
      findProvider: async (_, provider) => providers.setup(provider),
      client: oauthClient({ allowsHttp: true }),
    },
  });
  visitor = socialVisitor(suite, providers);
});
afterAll(async () => {
  await suite.close();
  await providers.close();
});

const newSecret = () => randomBytes(32).toString('base64url');

/** The popup's last page; a callback that is not of this browser has no sign-in. */
const DONE = `${FRAME}/window/done#`;

/** @param pass - The cookie of a full page. */
function redeem(frame: WalletFrame, body: Readonly<Record<string, unknown>>, pass = '') {
  return frame.ask('frame', redeemSocialSignInCall, { body, headers: cookieHeader(pass) });
}

const signIn = (provider: SocialSignInProvider, choice = ADA) => visitor.signIn(provider, choice);

const endingOf = async (begun: Begun) => (await visitor.ending(begun)).json();

const stateOf = ({ frame, txn }: Begun) => frame.ask('frame', readSocialSignInCall, { params: { txn } });

const POPUP = ['google', 'apple', 'github', 'x', 'discord', 'facebook'] as const;

describe('social sign-in', () => {
  it.each(POPUP)('signs in with %s, as the same user each time', async provider => {
    const first = await signIn(provider);
    expect(first).toMatchObject({ provider, userName: expect.stringMatching(/ada/i) });
    expect(first.user.email).toBeUndefined();
    const second = await signIn(provider);
    expect(second.user.id).toBe(first.user.id);
    const other = await signIn(provider, { person: 'noor' });
    expect(other.user.id).not.toBe(first.user.id);
  });

  it('creates one user for many first sign-ins at once', async () => {
    const begun = await Promise.all(Array.from({ length: 8 }, () => visitor.begin('discord')));
    const codes = await Promise.all(begun.map(one => visitor.complete(one, { person: 'eve' })));
    const users = await Promise.all(
      begun.map(({ frame, txn, secret }, index) => redeem(frame, { txn, secret, resultCode: codes[index] })),
    );
    expect(new Set(users.map(({ user }) => user.id)).size).toBe(1);
  });

  it('never merges users because their addresses match [SEC-36]', async () => {
    const byGoogle = await signIn('google');
    const byGitHub = await signIn('github');
    const frame = await suite.frame();
    const byEmail = await frame.signIn('ada@mail.example');
    expect(new Set([byGoogle, byGitHub, byEmail].map(({ user }) => user.id)).size).toBe(3);
  });

  it('gives no session for a wrong code, secret or installation, twice, or after 120 s [SEC-32]', async () => {
    const begun = await visitor.begin('google');
    const resultCode = await visitor.complete(begun, ADA);
    const { frame, txn, secret } = begun;
    const stranger = await suite.frame();
    const right = { txn, resultCode, secret };
    for (const [caller, body] of [
      [frame, { ...right, secret: newSecret() }],
      [frame, { txn, resultCode }],
      [frame, { ...right, resultCode: newSecret() }],
      [stranger, right],
    ] as const) {
      await expect(redeem(caller, body)).rejects.toMatchObject({ code: 'SIGN_IN_INVALID' });
    }
    await redeem(frame, right);
    await expect(redeem(frame, right)).rejects.toMatchObject({ code: 'SIGN_IN_INVALID' });
    const late = await visitor.begin('google');
    const lateCode = await visitor.complete(late, ADA);
    await suite.database.query(
      `update latchkit_wallet.social_txns set result_expires_at = result_expires_at - interval '120 s' where id = $1`,
      [late.txn],
    );
    const body = { txn: late.txn, resultCode: lateCode, secret: late.secret };
    await expect(redeem(late.frame, body)).rejects.toMatchObject({ code: 'SIGN_IN_INVALID' });
    expect(await stateOf(late)).toEqual({ state: 'expired' });
  });

  it.each(POPUP)(
    'tells the page that waits when %s came back in another browser, and waits on (SL-07)',
    async provider => {
      const begun = await visitor.begin(provider);
      expect(await stateOf(begun)).toEqual({ state: 'armed' });
      const answer = await visitor.answer(begun, ADA);
      for (let visit = 0; visit < 2; visit++) {
        expect((await visitor.callback(answer, '')).href).toBe(`${DONE}elsewhere`);
        expect(await stateOf(begun)).toEqual({ state: 'armed', isElsewhere: true });
      }
      const uri = await visitor.endedAt(begun, await visitor.callback(answer, begun.cookie));
      const resultCode = new URLSearchParams(new URL(uri).hash.slice(1)).get('resultCode') ?? '';
      expect((await visitor.redeem(begun, resultCode)).provider).toBe(provider);
      expect((await visitor.callback(answer, '')).href).toBe(DONE);
    },
  );

  it('says nothing of another browser for a state of nobody, of a login that is not armed, or that is over (SL-07)', async () => {
    const frame = await suite.frame();
    const body = { provider: 'x', way: 'popup' } as const;
    const { txn } = await frame.ask('frame', startSocialSignInCall, { body });
    const [store] = suite.services.stores;
    if (store === undefined) throw new Error('There is no store');
    const { state } = socialSecrets(store, txn, '');
    for (const one of [state, `${txn}.${'A'.repeat(43)}`, '']) {
      expect((await visitor.callback(new URLSearchParams({ state: one, code: 'c' }), '')).href).toBe(DONE);
    }
    expect(await frame.ask('frame', readSocialSignInCall, { params: { txn } })).toEqual({ state: 'created' });
    const over = await visitor.begin('x');
    const answer = await visitor.answer(over, { person: '' });
    await visitor.callback(answer, over.cookie);
    expect((await visitor.callback(answer, '')).href).toBe(DONE);
    expect(await stateOf(over)).toEqual({ state: 'failed', failure: 'REFUSED' });
  });

  describe('with what Apple posts', () => {
    const postForm = async (form: URLSearchParams) => {
      const request = new Request(CALLBACK, { method: 'POST', body: form });
      return new URL((await suite.servers.fetch(request)).headers.get('location') ?? '');
    };
    const atApple = async (choice = ADA) => {
      const begun = await visitor.begin('apple');
      return { begun, posted: await providers.choose(begun.authorizeUrl, choice) };
    };
    const comeWith = (next: URL, { cookie }: Begun) => visitor.callback(next.searchParams, cookie);

    it('sends it through no address, and takes the first of two forms, once (SL-20)', async () => {
      const { begun, posted } = await atApple();
      const next = await postForm(posted);
      expect([...next.searchParams.keys()]).toEqual(['state']);
      const other = new URLSearchParams({ state: posted.get('state') ?? '', code: 'of someone else' });
      expect((await postForm(other)).href).toBe(next.href);
      expect((await visitor.callback(next.searchParams, '')).href).toBe(`${DONE}elsewhere`);
      expect((await comeWith(next, begun)).href).toBe(`${DONE}${begun.txn}`);
      expect(await stateOf(begun)).toMatchObject({ state: 'done' });
      expect((await postForm(posted)).href).toBe(next.href);
      expect((await comeWith(next, begun)).href).toBe(DONE);
    });

    it('keeps it for a minute, encrypted, at most 8 kB, and ends nothing without it (SL-20)', async () => {
      const { begun, posted } = await atApple();
      const state = posted.get('state') ?? '';
      const stored = async () => {
        const [row] = await suite.database.query(
          'select result_ct as ct from latchkit_wallet.social_txns where id = $1',
          [begun.txn],
        );
        return row?.ct;
      };
      const large = new URLSearchParams({ state, code: 'c', user: 'a'.repeat(8_192) });
      const next = await postForm(large);
      expect(await stored()).toBeNull();
      expect((await comeWith(next, begun)).href).toBe(DONE);
      expect(await stateOf(begun)).toEqual({ state: 'armed' });
      await postForm(posted);
      const sealed = Buffer.from((await stored()) as Uint8Array).toString('latin1');
      expect(sealed).not.toContain(posted.get('code'));
      await suite.database.query(
        `update latchkit_wallet.social_txns set result_expires_at = result_expires_at - interval '60 s' where id = $1`,
        [begun.txn],
      );
      expect((await comeWith(next, begun)).href).toBe(DONE);
      expect(await stateOf(begun)).toEqual({ state: 'armed' });
    });

    it('keeps none that is not for an armed login with Apple (SL-20)', async () => {
      const google = await visitor.begin('google');
      const state = (await providers.choose(google.authorizeUrl, ADA)).get('state') ?? '';
      expect((await postForm(new URLSearchParams({ state, code: 'c' }))).href).toBe(DONE);
      expect((await postForm(new URLSearchParams({ code: 'c' }))).href).toBe(DONE);
      expect((await postForm(new URLSearchParams({ state: `${google.txn}.x`, code: 'c' }))).href).toBe(DONE);
    });
  });

  it('lets one of many parallel redemptions succeed', async () => {
    const begun = await visitor.begin('discord');
    const body = { txn: begun.txn, resultCode: await visitor.complete(begun, ADA), secret: begun.secret };
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => redeem(begun.frame, body)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('refuses a callback in another browser, with another state, or twice [SEC-33]', async () => {
    const begun = await visitor.begin('google');
    const another = await visitor.begin('google');
    const parameters = await providers.choose(begun.authorizeUrl, ADA);
    const changed = (state: string) => {
      const made = new URLSearchParams(parameters);
      if (state === '') made.delete('state');
      else made.set('state', state);
      return made;
    };
    const own = parameters.get('state') ?? '';
    for (const [values, cookie, said] of [
      [parameters, '', 'elsewhere'],
      [parameters, another.cookie, 'elsewhere'],
      [changed(''), begun.cookie, ''],
      [changed(`${begun.txn}.${newSecret()}`), begun.cookie, ''],
      [changed(own.replace(begun.txn, another.txn)), another.cookie, ''],
    ] as const) {
      expect((await visitor.callback(values, cookie)).href).toBe(DONE + said);
    }
    expect(await stateOf(begun)).toEqual({ state: 'armed', isElsewhere: true });
    expect((await visitor.callback(parameters, begun.cookie)).href).toBe(`${DONE}${begun.txn}`);
    expect((await visitor.callback(parameters, begun.cookie)).href).toBe(DONE);
  });

  it("refuses another sign-in's code, whose PKCE verifier and nonce differ [SEC-33]", async () => {
    for (const provider of ['google', 'apple', 'github'] as const) {
      const [begun, another] = [await visitor.begin(provider), await visitor.begin(provider)];
      const stolen = await providers.choose(another.authorizeUrl, ADA);
      stolen.set('state', new URL(begun.authorizeUrl).searchParams.get('state') ?? '');
      await visitor.callback(stolen, begun.cookie);
      expect(await endingOf(begun)).toMatchObject({ failure: 'PROVIDER_RESPONSE_INVALID' });
      expect(await stateOf(begun)).toEqual({ state: 'failed', failure: 'PROVIDER_RESPONSE_INVALID' });
    }
  });

  it.each([
    ['', { person: '' }, 'REFUSED'],
    ['providerError', ADA, 'PROVIDER_UNAVAILABLE'],
    ['tokenError', ADA, 'PROVIDER_UNAVAILABLE'],
    ['tokenGarbage', ADA, 'PROVIDER_RESPONSE_INVALID'],
    ['tokenLarge', ADA, 'PROVIDER_RESPONSE_INVALID'],
    ['tokenHang', ADA, 'PROVIDER_UNAVAILABLE'],
    ['clockFast', ADA, 'PROVIDER_CLOCK'],
    ['clockSlow', ADA, 'PROVIDER_CLOCK'],
    ['wrongIssuer', ADA, 'PROVIDER_RESPONSE_INVALID'],
    ['wrongAudience', ADA, 'PROVIDER_RESPONSE_INVALID'],
    ['algorithmNone', ADA, 'PROVIDER_RESPONSE_INVALID'],
  ])('reports the failure "%s" to the page and the popup', async (fault, choice, failure) => {
    const begun = await visitor.begin('google');
    const next = await visitor.callback(
      await providers.choose(begun.authorizeUrl, { ...choice, fault }),
      begun.cookie,
    );
    expect(next.href).toBe(`${DONE}${begun.txn}`);
    expect(await endingOf(begun)).toEqual({ failure, hostOrigin: PAGE.origin });
    expect(await stateOf(begun)).toEqual({ state: 'failed', failure });
    const body = { txn: begun.txn, resultCode: newSecret(), secret: begun.secret };
    await expect(redeem(begun.frame, body)).rejects.toMatchObject({ code: 'SIGN_IN_INVALID' });
  });

  it('arms once, and only with what its way requires', async () => {
    const frame = await suite.frame();
    const popup = await frame.ask('frame', startSocialSignInCall, { body: { provider: 'x', way: 'popup' } });
    expect(popup.uri).toBe(`${FRAME}/window/oauth#${popup.txn}`);
    expect((await visitor.arm(popup.txn, undefined)).status).toBe(403);
    expect((await visitor.arm(popup.txn, newSecret())).status).toBe(200);
    expect((await visitor.arm(popup.txn, newSecret())).status).toBe(403);
    const body = { provider: 'x', way: 'page', returnTo: `${PAGE.origin}/shop` };
    const page = await frame.ask('frame', startSocialSignInCall, { body });
    expect((await visitor.arm(page.txn, newSecret())).status).toBe(403);
    expect((await visitor.arm(page.txn, undefined)).status).toBe(200);
  });

  it('sets a cookie that scripts and other sites cannot read or set', async () => {
    const { cookie, txn } = await visitor.begin('google');
    expect(cookie).toMatch(new RegExp(`^__Host-lk_bind_${txn.replaceAll('-', '')}=[\\w-]{43}; `));
    for (const part of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/', 'Max-Age=600']) {
      expect(cookie.split('; ')).toContain(part);
    }
  });

  it('tells the page the result code if the popup cannot', async () => {
    const begun = await visitor.begin('x');
    expect(await stateOf(begun)).toEqual({ state: 'armed' });
    const resultCode = await visitor.complete(begun, ADA);
    expect(await stateOf(begun)).toEqual({ state: 'done', resultCode });
    const stranger = await suite.frame();
    await expect(stateOf({ ...begun, frame: stranger })).rejects.toMatchObject({ code: 'SIGN_IN_INVALID' });
  });

  it('tells the page to try again if the replica that asked the provider ended', async () => {
    const begun = await visitor.begin('discord');
    // The clock stands still, so that no time passes on a busy machine.
    passTime(0);
    onTestFinished(() => {
      vi.useRealTimers();
    });
    await suite.database.query(
      `update latchkit_wallet.social_txns set state = 'exchanging', taken_at = $2 where id = $1`,
      [begun.txn, new Date(Date.now() - SOCIAL_TIMES.exchange + 1)],
    );
    expect(await stateOf(begun)).toEqual({ state: 'armed' });
    passTime(1);
    expect(await stateOf(begun)).toEqual({ state: 'failed', failure: 'PROVIDER_UNAVAILABLE' });
  });

  it("forwards Apple's form to the callback, from any origin", async () => {
    const begun = await visitor.begin('apple');
    const response = await suite.servers.fetch(
      new Request(CALLBACK, {
        method: 'POST',
        headers: {
          origin: 'https://appleid.apple.com',
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: await providers.choose(begun.authorizeUrl, ADA),
      }),
    );
    const location = new URL(response.headers.get('location') ?? '');
    expect(location.href.startsWith(`${CALLBACK}?`)).toBe(true);
    await visitor.callback(location.searchParams, begun.cookie);
    expect(await endingOf(begun)).toHaveProperty('resultCode');
  });

  it('ends the session if a refresh token is used twice, although there is no address to notify', async () => {
    const begun = await visitor.begin('github');
    const body = { txn: begun.txn, resultCode: await visitor.complete(begun, ADA), secret: begun.secret };
    const { session } = await redeem(begun.frame, body);
    const refresh = () => {
      const exchange = { refresh: session.refresh, exchange: randomUUID() };
      return begun.frame.ask('frame', refreshSessionCall, { body: exchange });
    };
    await refresh();
    await expect(refresh()).rejects.toMatchObject({ code: 'REFRESH_REUSED' });
  });

  it('is not offered without credentials', async () => {
    const without = await walletSuite({ database: suite.database });
    const frame = await without.frame();
    const body = { provider: 'google', way: 'popup' };
    await expect(frame.ask('frame', startSocialSignInCall, { body })).rejects.toMatchObject({
      code: 'PROVIDER_UNAVAILABLE',
    });
    without.services.endWaits();
    await without.gateway.close();
  });
});

describe('social sign-in by full page', () => {
  const RETURN_TO = `${PAGE.origin}/shop?items=1,2&sort=~`;

  async function leave(provider: SocialSignInProvider, returnTo = RETURN_TO) {
    const frame = await suite.frame();
    const { txn, uri } = await frame.ask('frame', startSocialSignInCall, {
      body: { provider, way: 'page', returnTo },
    });
    expect(uri).toBe(`${FRAME}/window/oauth#${txn}&page`);
    return { frame, txn, secret: undefined, ...(await visitor.arm(txn, undefined)) };
  }

  it.each(['google', 'github', 'telegram'] as const)(
    'comes back from %s to the page it left',
    async provider => {
      const left = await leave(provider);
      const next = await visitor.callback(await providers.choose(left.authorizeUrl, ADA), left.cookie);
      const result = new URL(next.searchParams.get('result_uri') ?? '');
      expect(next.origin + next.pathname).toBe(`${PAGE.origin}/shop`);
      expect([...next.searchParams.keys()]).toEqual(['result_uri']);
      expect(result.origin + result.pathname).toBe(`${FRAME}/window/done`);
      expect(await stateOf(left)).toEqual({ state: 'done' });
      const resultCode = result.searchParams.get('resultCode');
      const stranger = await suite.frame();
      await expect(redeem(stranger, { txn: left.txn, resultCode })).rejects.toMatchObject({
        code: 'SIGN_IN_INVALID',
      });
      const { user } = await redeem(left.frame, { txn: left.txn, resultCode }, left.pass);
      expect(user.id).toMatch(/^[\da-f-]{36}$/);
    },
  );

  it.each([
    'https://evil.example/',
    'https://user@shop.example/',
    'https://shop.example.evil.example/',
    'javascript:alert(1)',
    'x',
  ])('does not come back to %s', async returnTo => {
    await expect(leave('google', returnTo)).rejects.toMatchObject({ code: 'SIGN_IN_INVALID' });
  });

  it('is the only way to log in with Telegram', async () => {
    const frame = await suite.frame();
    const body = { provider: 'telegram', way: 'popup' };
    await expect(frame.ask('frame', startSocialSignInCall, { body })).rejects.toMatchObject({
      code: 'PROVIDER_UNAVAILABLE',
    });
  });

  it.each([
    ['wrongSignature', 'PROVIDER_RESPONSE_INVALID'],
    ['clockSlow', 'PROVIDER_CLOCK'],
  ])("refuses Telegram's result with the fault %s [SEC-37]", async (fault, failure) => {
    const left = await leave('telegram');
    await visitor.callback(await providers.choose(left.authorizeUrl, { ...ADA, fault }), left.cookie);
    expect(await stateOf(left)).toEqual({ state: 'failed', failure });
  });

  it("takes Telegram's result once, also in another sign-in [SEC-37]", async () => {
    const [left, again] = [await leave('telegram'), await leave('telegram')];
    // Another person than above: results of one second are equal.
    const result = await providers.choose(left.authorizeUrl, { person: 'noor' });
    await visitor.callback(result, left.cookie);
    const reused = new URLSearchParams(result);
    const returnTo = new URL(new URL(again.authorizeUrl).searchParams.get('return_to') ?? '');
    reused.set('state', returnTo.searchParams.get('state') ?? '');
    await visitor.callback(reused, again.cookie);
    expect(await stateOf(again)).toEqual({ state: 'failed', failure: 'PROVIDER_RESPONSE_INVALID' });
  });

  /** A result, as another login takes it. */
  const brought = (result: URLSearchParams, to: { readonly authorizeUrl: string }) => {
    const returnTo = new URL(new URL(to.authorizeUrl).searchParams.get('return_to') ?? '');
    return new URLSearchParams([...result, ['state', returnTo.searchParams.get('state') ?? '']].reverse());
  };

  it("takes Telegram's result in no login that started after it, with the clocks 10 s apart [SEC-124] (SL-25)", async () => {
    const { authorizeUrl } = await leave('telegram');
    const seen = await providers.choose(authorizeUrl, { person: '92000001' });
    onTestFinished(() => void vi.useRealTimers());
    passTime(12_000);
    const thief = await leave('telegram');
    await visitor.callback(brought(seen, thief), thief.cookie);
    expect(await stateOf(thief)).toEqual({ state: 'failed', failure: 'PROVIDER_CLOCK' });
    vi.useRealTimers();
    const near = await providers.choose(authorizeUrl, { person: '92000002' });
    passTime(9_000);
    const late = await leave('telegram');
    await visitor.callback(brought(near, late), late.cookie);
    expect(await stateOf(late)).toEqual({ state: 'done' });
  });

  it("uses up Telegram's result that comes in a browser without the cookie of its login [SEC-124]", async () => {
    const [left, thief] = [await leave('telegram'), await leave('telegram')];
    const seen = await providers.choose(left.authorizeUrl, { person: '93000001' });
    await visitor.callback(seen, thief.cookie);
    expect(await stateOf(left)).toEqual({ state: 'armed', isElsewhere: true });
    await visitor.callback(brought(seen, thief), thief.cookie);
    expect(await stateOf(thief)).toEqual({ state: 'failed', failure: 'PROVIDER_RESPONSE_INVALID' });
  });

  it("finishes a login with Telegram's result that comes twice at once", async () => {
    const left = await leave('telegram');
    const result = await providers.choose(left.authorizeUrl, { person: '93000003' });
    await Promise.all([visitor.callback(result, left.cookie), visitor.callback(result, left.cookie)]);
    expect(await stateOf(left)).toEqual({ state: 'done' });
  });

  it("uses up Telegram's result that comes after its login ended [SEC-124]", async () => {
    const left = await leave('telegram');
    passTime(SOCIAL_TIMES.signIn - 30_000);
    onTestFinished(() => void vi.useRealTimers());
    const thief = await leave('telegram');
    const seen = await providers.choose(left.authorizeUrl, { person: '93000002' });
    passTime(40_000);
    await visitor.callback(seen, left.cookie);
    expect(await stateOf(left)).toEqual({ state: 'expired' });
    await visitor.callback(brought(seen, thief), thief.cookie);
    expect(await stateOf(thief)).toEqual({ state: 'failed', failure: 'PROVIDER_RESPONSE_INVALID' });
  });

  it("posts Telegram's result from the fragment, so that it is in no address", async () => {
    const left = await leave('telegram');
    const returnTo = new URL(left.authorizeUrl).searchParams.get('return_to') ?? '';
    const response = await suite.servers.fetch(new Request(returnTo));
    expect(response.headers.get('content-security-policy')).toContain("script-src 'sha256-");
    expect(await response.text()).toContain(takeTelegramResultCall.path);
  });
});
