import { createVisitor } from '@latchkit/dev-idp';
import {
  passSocialSignInCall,
  readSocialSignInCall,
  redeemSocialSignInCall,
  type SocialSignInProvider,
  socialCallbackCall,
  startLoginLinkCall,
  startSocialSignInCall,
} from 'latchkit/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refused } from '../../../../test/refused.js';
import { type SocialSuite, startSocialSuite } from '../../../../test/wallet/socialSuite.js';
import { type Begun, cookieHeader, socialVisitor } from '../../../../test/wallet/socialVisitor.js';
import type { WalletFrame } from '../../../../test/wallet/walletFrame.js';
import { PAGE, walletSuite } from '../../../../test/wallet/walletSuite.js';
import { WALLET_SCHEMA } from '../walletMigrations.js';
import { oauthClient } from './oauthClient.js';

const FRAME = 'https://wallet.example';
const ELSEWHERE = '403 PASSED_ELSEWHERE';
const INVALID = '403 SIGN_IN_INVALID';

let social: SocialSuite;
beforeAll(async () => {
  social = await startSocialSuite();
});
afterAll(() => social.close());

/** A person whom no other test logs in. */
let people = 0;
const someone = () => {
  people += 1;
  return { person: String(30_000_000 + people) };
};

/** Starts a login by full page, and passes the wallet page in a browser, whose cookies are returned. */
async function leave(
  frame: WalletFrame,
  provider: SocialSignInProvider = 'google',
  returnTo = `${frame.page.origin}/shop`,
): Promise<Begun> {
  const body = { provider, way: 'page', returnTo };
  const { txn } = await frame.ask('frame', startSocialSignInCall, { body });
  return { frame, txn, secret: undefined, ...(await social.visitor.arm(txn, undefined)) };
}

/** Redeems with the cookies of a browser. */
async function redeem(frame: WalletFrame, txn: string, resultCode: string, ...cookies: readonly string[]) {
  const cookie = cookies.map(one => cookieHeader(one).cookie).join('; ');
  return frame.ask('frame', redeemSocialSignInCall, { body: { txn, resultCode }, headers: { cookie } });
}

/** Logs in by popup and creates a wallet: this installation holds a share set of it. */
async function withWallet(choice: { readonly person: string }) {
  const redeemed = await social.visitor.signIn('google', choice);
  const signedIn = await social.visitor.giveEvidence(redeemed);
  const wallet = await redeemed.frame.create(signedIn);
  return { frame: redeemed.frame, signedIn, wallet };
}

const usersIn = async () => {
  const [row] = await social.suite.database.query(`select count(*)::int as n from ${WALLET_SCHEMA}.users`);
  return row?.n;
};

describe('the page to which a login comes back', () => {
  const nextOf = async (begun: Begun) => {
    const answer = await social.providers.choose(begun.authorizeUrl, someone());
    return social.visitor.callback(answer, begun.cookie);
  };

  it.each([
    '/me',
    '/me#logins',
    '/window/done#origin=https://evil.example',
    '/window#0b8e8e4e-0000-4000-8000-000000000000&mb=x&k=y',
    '/frame?projectId=x',
    '/v1/auth/social/callback',
    '/window/../me?result_uri=x',
  ])('is the portal itself, whatever its caller names: %s [SEC-101] [SEC-103]', async path => {
    const frame = await social.suite.frame(social.suite.portalPage);
    const next = await nextOf(await leave(frame, 'google', FRAME + path));
    expect(next.origin + next.pathname).toBe(`${FRAME}/me`);
    expect([...next.searchParams.keys()]).toEqual(['result_uri']);
    expect(next.hash).toBe('');
  });

  it('is never a page of the wallet service or the vault for a project that allows every origin [SEC-101] [SEC-103]', async () => {
    const names = ['wallet.example', 'vault.example'].flatMap(name => [name, `${name}.`, `${name}:4443`]);
    for (const origin of names.flatMap(name => [`https://${name}`, `http://${name}`])) {
      const frame = await social.suite.frame({ ...PAGE, origin });
      expect(await refused(leave(frame, 'google', `${origin}/window/done`)), origin).toBe(INVALID);
    }
  });

  it('is a page: a blob has the origin of its page, too', async () => {
    const frame = await social.suite.frame();
    expect(await refused(leave(frame, 'google', `blob:${PAGE.origin}/a`))).toBe(INVALID);
  });

  it('is no other name of them in development [SEC-101] [SEC-103]', async () => {
    const urls = { frameUrl: 'http://localhost:4001', vaultUrl: 'http://localhost:4002' };
    const findProvider = async (_: string, provider: SocialSignInProvider) =>
      social.providers.setup(provider);
    const suite = await walletSuite({
      ...urls,
      developmentMode: true,
      social: { findProvider, client: oauthClient({ allowsHttp: true }) },
    });
    const start = async (origin: string) => {
      const frame = await suite.frame({ ...PAGE, origin });
      const body = { provider: 'google', way: 'page', returnTo: `${origin}/window/done` };
      return frame.ask('frame', startSocialSignInCall, { body });
    };
    for (const name of ['localhost', 'wallet.localhost', '127.0.0.1'])
      for (const port of [4001, 4002])
        expect(await refused(start(`http://${name}:${port}`)), `${name}:${port}`).toBe(INVALID);
    await start('http://localhost:5173');
    await suite.close();
  });

  const storedOf = async ({ txn }: Begun) =>
    social.suite.database.query(`select return_to as page from ${WALLET_SCHEMA}.social_txns where id = $1`, [
      txn,
    ]);
  const storeAt = ({ txn }: Begun, page: string) =>
    social.suite.database.query(`update ${WALLET_SCHEMA}.social_txns set return_to = $2 where id = $1`, [
      txn,
      page,
    ]);

  it.each(['?next=//evil.example', '#x=1', '?a#b'])(
    'has no query and no fragment of its caller: %s',
    async rest => {
      const frame = await social.suite.frame();
      const begun = await leave(frame, 'google', `${PAGE.origin}/shop${rest}`);
      expect(await storedOf(begun)).toEqual([{ page: `${PAGE.origin}/shop` }]);
      // A replica of an older version stores what its caller named.
      await storeAt(begun, `${PAGE.origin}/shop${rest}`);
      const next = await nextOf(begun);
      // With an empty fragment: browsers would keep that of the address before.
      expect(next.href).toMatch(/^https:\/\/shop\.example\/shop\?result_uri=[^&#]+#$/);
    },
  );

  it('is checked again when the login ends, as a replica of an older version may have stored it [SEC-101] [SEC-103]', async () => {
    const inPortal = await leave(await social.suite.frame(social.suite.portalPage), 'google', `${FRAME}/me`);
    await storeAt(inPortal, `${FRAME}/window#id&mb=x`);
    expect((await nextOf(inPortal)).pathname).toBe('/me');
    for (const page of [`${FRAME}/window/done`, 'https://vault.example/approve', 'https://evil.example/']) {
      const begun = await leave(await social.suite.frame());
      await storeAt(begun, page);
      expect((await nextOf(begun)).href, page).toBe(`${FRAME}/window/done#`);
    }
  });
});

describe("the ending of a popup's login", () => {
  it('is in no address, and is told once, to the browser that completed it [SEC-101]', async () => {
    const { visitor, providers } = social;
    const begun = await visitor.begin('google');
    const stranger = await visitor.begin('google');
    const choice = await providers.choose(begun.authorizeUrl, someone());
    const early = await visitor.ending(begun);
    expect(early.status).toBe(403);
    expect((await visitor.callback(choice, begun.cookie)).href).toBe(`${FRAME}/window/done#${begun.txn}`);
    const stolen = begun.cookie.replace(/=.*/, `=${'A'.repeat(43)}`);
    for (const cookie of ['', stranger.cookie, stolen]) {
      expect((await visitor.ending({ txn: begun.txn, cookie })).status).toBe(403);
    }
    const told = await visitor.ending(begun);
    expect(told.headers.get('cache-control')).toBe('no-store');
    expect(await told.json()).toEqual({
      hostOrigin: PAGE.origin,
      resultCode: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect((await visitor.ending(begun)).status).toBe(403);
  });

  it('is told only while the result can be redeemed', async () => {
    const begun = await social.visitor.begin('google');
    const answer = await social.providers.choose(begun.authorizeUrl, someone());
    await social.visitor.callback(answer, begun.cookie);
    await social.suite.database.query(
      `update ${WALLET_SCHEMA}.social_txns set result_expires_at = now() - interval '1 s' where id = $1`,
      [begun.txn],
    );
    expect((await social.visitor.ending(begun)).status).toBe(403);
  });

  it('is not told of a full page, whose result is in the address that it comes back to', async () => {
    const begun = await leave(await social.suite.frame());
    await social.visitor.complete(begun, someone());
    expect((await social.visitor.ending(begun)).status).toBe(403);
  });

  it('is not told to pages of other origins', async () => {
    const begun = await social.visitor.begin('google');
    await social.visitor.callback(await social.providers.choose(begun.authorizeUrl, someone()), begun.cookie);
    const response = await social.suite.servers.fetch(
      new Request(`${FRAME}/v1/auth/social/ending`, {
        method: 'POST',
        headers: { ...cookieHeader(begun.cookie), origin: PAGE.origin, 'content-type': 'application/json' },
        body: JSON.stringify({ txn: begun.txn }),
      }),
    );
    expect(response.status).toBe(403);
    expect((await social.visitor.ending(begun)).status).toBe(200);
  });
});

describe('a login by full page', () => {
  it('is redeemed only where the browser that passed the wallet page asks [SEC-102]', async () => {
    const { suite, visitor } = social;
    // The attacker starts, the victim's browser passes the wallet page and the provider, the attacker reads the result.
    const attacker = await suite.frame();
    const begun = await leave(attacker);
    const before = await usersIn();
    const resultCode = await visitor.complete(begun, someone());
    const other = await leave(attacker);
    const renamed = other.pass.replace(/^[^=]+/, begun.pass.split('=')[0] ?? '');
    for (const cookies of [[], [begun.cookie], [other.pass], [renamed]]) {
      expect(await refused(redeem(attacker, begun.txn, resultCode, ...cookies))).toBe(ELSEWHERE);
    }
    expect(await usersIn()).toBe(before);
    // Nothing is used up: the same result works where the cookie is sent, once.
    const { user } = await redeem(attacker, begun.txn, resultCode, begun.pass);
    expect(user.wallet).toBeNull();
    expect(await refused(redeem(attacker, begun.txn, resultCode, begun.pass))).toBe(INVALID);
  });

  it('sets a cookie for its redemption that scripts cannot read, and frames of other sites send', async () => {
    const { pass, txn, cookie } = await leave(await social.suite.frame());
    expect(pass).toMatch(new RegExp(`^__Host-lk_pass_${txn.replaceAll('-', '')}=[\\w-]{43}; `));
    for (const part of ['HttpOnly', 'Secure', 'SameSite=None', 'Path=/', 'Max-Age=600']) {
      expect(pass.split('; ')).toContain(part);
    }
    expect(pass.split(';')[0]?.split('=')[1]).not.toBe(cookie.split(';')[0]?.split('=')[1]);
  });

  it('keeps the cookies of the newest five logins of a browser, because any site can start more', async () => {
    const { suite, visitor } = social;
    const frame = await suite.frame();
    const jar = new Map<string, string>();
    for (let count = 0; count < 8; count++) {
      const body = { provider: 'google', way: 'page', returnTo: `${PAGE.origin}/shop` };
      const { txn } = await frame.ask('frame', startSocialSignInCall, { body });
      const headers = { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') };
      const { setCookies } = await visitor.arm(txn, undefined, headers);
      for (const line of setCookies) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (value === '') jar.delete(name);
        else jar.set(name, value);
      }
      expect(jar.size).toBe(2 * Math.min(count + 1, 5));
      expect([...jar.keys()].filter(name => name.endsWith(txn.replaceAll('-', '')))).toHaveLength(2);
    }
  });

  it('needs a cookie with the right code only: a wrong code stays a wrong code', async () => {
    const begun = await leave(await social.suite.frame());
    await social.visitor.complete(begun, someone());
    expect(await refused(redeem(begun.frame, begun.txn, 'A'.repeat(43)))).toBe(INVALID);
    expect(await refused(redeem(begun.frame, begun.txn, 'A'.repeat(43), begun.pass))).toBe(INVALID);
  });

  it('needs no cookie on an installation that holds the wallet, until that is revoked [SEC-102]', async () => {
    const ada = someone();
    const { frame, signedIn } = await withWallet(ada);
    const signInAgain = async (cookies: (begun: Begun) => readonly string[]) => {
      const begun = await leave(frame);
      const resultCode = await social.visitor.complete(begun, ada);
      return redeem(frame, begun.txn, resultCode, ...cookies(begun));
    };
    expect((await signInAgain(() => [])).user.id).toBe(signedIn.user.id);
    // Another user's login.
    const begun = await leave(frame);
    const resultCode = await social.visitor.complete(begun, someone());
    expect(await refused(redeem(frame, begun.txn, resultCode))).toBe(ELSEWHERE);
    // A frozen wallet.
    const freeze = (until: string) =>
      social.suite.database.query(`update ${WALLET_SCHEMA}.users set frozen_until = ${until} where id = $1`, [
        signedIn.user.id,
      ]);
    await freeze(`now() + interval '1 day'`);
    expect(await refused(signInAgain(() => []))).toBe(ELSEWHERE);
    await freeze('null');
    await signInAgain(() => []);
    // A revoked installation.
    await social.suite.database.query(
      `delete from ${WALLET_SCHEMA}.share_sets s using ${WALLET_SCHEMA}.wallets w
       where w.id = s.wallet_id and w.user_id = $1 and s.kind = 'device'`,
      [signedIn.user.id],
    );
    expect(await refused(signInAgain(() => []))).toBe(ELSEWHERE);
    await signInAgain(({ pass }) => [pass]);
  });

  it('adds no login without the cookie, also on an installation that holds the wallet [SEC-102]', async () => {
    const { suite, visitor } = social;
    const { frame, signedIn } = await withWallet(someone());
    const { access } = signedIn.session;
    const begun = await leave(frame, 'github');
    const resultCode = await visitor.complete(begun, someone());
    const add = (pass: string) =>
      frame.ask('frame', startLoginLinkCall, {
        body: { signIn: begun.txn, resultCode },
        access,
        headers: cookieHeader(pass),
      });
    const count = async () =>
      (await suite.database.query(`select 1 from ${WALLET_SCHEMA}.address_changes`)).length;
    const before = await count();
    const other = await leave(frame, 'github');
    for (const pass of ['', begun.cookie, other.pass]) expect(await refused(add(pass))).toBe(ELSEWHERE);
    expect(await count()).toBe(before);
    expect((await add(begun.pass)).added.provider).toBe('github');
  });
});

describe('a login that the wallet window passes on', () => {
  /** The call of the wallet window of a browser with these cookies, with a proof of the wallet page that it reaches. */
  const pass = (frame: WalletFrame, txn: string, ...cookies: readonly string[]) =>
    frame.ask('frame', passSocialSignInCall, {
      body: { txn },
      headers: { cookie: cookies.map(one => cookieHeader(one).cookie).join('; ') },
    });
  const stateOf = ({ frame, txn }: Begun) => frame.ask('frame', readSocialSignInCall, { params: { txn } });

  it('is redeemed without the cookie, once [SEC-102]', async () => {
    const begun = await leave(await social.suite.frame());
    const { frame, txn } = begun;
    const resultCode = await social.visitor.complete(begun, someone());
    expect(await stateOf(begun)).toEqual({ state: 'done' });
    expect(await refused(redeem(frame, txn, resultCode))).toBe(ELSEWHERE);
    expect(await pass(frame, txn, begun.pass)).toEqual({});
    expect(await stateOf(begun)).toEqual({ state: 'done', isPassed: true });
    expect(await refused(redeem(frame, txn, 'A'.repeat(43)))).toBe(INVALID);
    expect((await redeem(frame, txn, resultCode)).user.wallet).toBeNull();
    expect(await refused(redeem(frame, txn, resultCode))).toBe(INVALID);
    expect(await refused(pass(frame, txn, begun.pass))).toBe(INVALID);
  });

  it('needs the browser that passed the wallet page and the key of the login, in one call [SEC-102]', async () => {
    const { suite, visitor } = social;
    const attacker = await suite.frame();
    const begun = await leave(attacker);
    const other = await leave(attacker);
    const resultCode = await visitor.complete(begun, someone());
    const { txn } = begun;
    const renamed = other.pass.replace(/^[^=]+/, begun.pass.split('=')[0] ?? '');
    for (const cookies of [[], [begun.cookie], [other.pass], [renamed]]) {
      expect(await refused(pass(attacker, txn, ...cookies))).toBe(ELSEWHERE);
    }
    // The window of the victim's browser reaches a wallet page there, which has another key, or is on another page.
    const strangers = [
      await suite.frame(),
      await suite.frame(suite.portalPage),
      attacker.at({ ...PAGE, origin: 'https://other.example' }),
      attacker.at(suite.portalPage),
    ];
    for (const frame of strangers) expect(await refused(pass(frame, txn, begun.pass))).toBe(INVALID);
    expect(await stateOf(begun)).toEqual({ state: 'done' });
    expect(await refused(redeem(attacker, txn, resultCode))).toBe(ELSEWHERE);
  });

  it('is no other login, and none that has no result [SEC-102]', async () => {
    const { suite, visitor } = social;
    const frame = await suite.frame();
    const [one, other] = [await leave(frame), await leave(frame)];
    expect(await refused(pass(frame, one.txn, one.pass))).toBe(INVALID);
    await visitor.complete(one, someone());
    const resultCode = await visitor.complete(other, someone());
    await pass(frame, one.txn, one.pass, other.pass);
    expect(await refused(redeem(frame, other.txn, resultCode))).toBe(ELSEWHERE);
    const popup = await visitor.begin('google', frame);
    await visitor.complete(popup, someone());
    expect(await refused(pass(frame, popup.txn, popup.cookie))).toBe(ELSEWHERE);
    await suite.database.query(
      `update ${WALLET_SCHEMA}.social_txns set result_expires_at = now() - interval '1 s' where id = $1`,
      [other.txn],
    );
    expect(await refused(pass(frame, other.txn, other.pass))).toBe(INVALID);
  });

  it('is passed on, and redeemed, by no page of another origin', async () => {
    const begun = await leave(await social.suite.frame());
    const { frame, txn } = begun;
    const resultCode = await social.visitor.complete(begun, someone());
    const headers = { ...cookieHeader(begun.pass), origin: PAGE.origin };
    for (const asked of [
      frame.ask('frame', passSocialSignInCall, { body: { txn }, headers }),
      frame.ask('frame', redeemSocialSignInCall, { body: { txn, resultCode }, headers }),
    ])
      expect(await refused(asked)).toBe('403 ORIGIN_NOT_ALLOWED');
    expect(await stateOf(begun)).toEqual({ state: 'done' });
  });

  it('has a cookie of its own in development, where a browser may drop the secure one', async () => {
    const urls = { frameUrl: 'http://localhost:4001', vaultUrl: 'http://localhost:4002' };
    const findProvider = async (_: string, provider: SocialSignInProvider) =>
      social.providers.setup(provider);
    const suite = await walletSuite({
      ...urls,
      developmentMode: true,
      social: { findProvider, client: oauthClient({ allowsHttp: true }) },
    });
    const frame = await suite.frame();
    const body = { provider: 'google', way: 'page', returnTo: `${PAGE.origin}/shop` };
    const { txn } = await frame.ask('frame', startSocialSignInCall, { body });
    const { setCookies } = await socialVisitor(suite, social.providers).arm(txn, undefined);
    const id = txn.replaceAll('-', '');
    const [, pass = '', own = ''] = setCookies;
    expect(setCookies.map(one => one.split('=')[0])).toEqual([
      `lk_bind_${id}`,
      `lk_pass_${id}`,
      `lk_own_${id}`,
    ]);
    expect(pass).toMatch(/; Secure; SameSite=None$/);
    expect(own).toMatch(/; HttpOnly; SameSite=Lax$/);
    expect(own.split(';')[0]?.split('=')[1]).toBe(pass.split(';')[0]?.split('=')[1]);
    await suite.close();
    const begun = await leave(await social.suite.frame());
    expect(begun.pass).toContain('__Host-');
    const secured = await social.visitor.arm(
      (await begun.frame.ask('frame', startSocialSignInCall, { body })).txn,
      undefined,
    );
    expect(secured.setCookies).toHaveLength(2);
  });
});

describe("the provider's page", () => {
  const promptOf = (url: string) => new URL(url).searchParams.get('prompt');

  it.each([
    ['apple', null],
    ['discord', null],
    ['facebook', null],
    ['github', 'select_account'],
    ['google', 'select_account'],
    ['telegram', null],
    ['x', null],
  ] as const)(
    'of %s asks for the account in a full page, if it documents how [SEC-102]',
    async (provider, prompt) => {
      expect(promptOf((await leave(await social.suite.frame(), provider)).authorizeUrl)).toBe(prompt);
      if (provider === 'telegram') return;
      expect(promptOf((await social.visitor.begin(provider)).authorizeUrl)).toBeNull();
    },
  );

  it('answers silently only a visitor who stays signed in, and a full page not even then, if it asks', async () => {
    const { visitor, providers, suite } = social;
    for (const [provider, inPage] of [
      ['google', false],
      ['discord', true],
    ] as const) {
      const browser = createVisitor();
      const silently = async ({ authorizeUrl }: Begun) => {
        const page = await browser.open(authorizeUrl, `${FRAME}${socialCallbackCall.path}`);
        return page.status === 0;
      };
      const first = await visitor.begin(provider);
      await providers.choose(first.authorizeUrl, { person: 'ada', stay: 'on' }, undefined, browser);
      expect(await silently(await visitor.begin(provider))).toBe(true);
      expect(await silently(await leave(await suite.frame(), provider))).toBe(inPage);
    }
  });
});

describe('limits of logins', () => {
  it('are not used up by images of another site, nor by other callers that know a login', async () => {
    const findProvider = async (_: string, provider: SocialSignInProvider) =>
      social.providers.setup(provider);
    // As in production.
    const suite = await walletSuite({
      allowanceFactor: 1,
      social: { findProvider, client: oauthClient({ allowsHttp: true }) },
    });
    const visitor = socialVisitor(suite, social.providers);
    for (let count = 0; count < 300; count++) {
      const url = `${FRAME}${socialCallbackCall.path}?state=${count}`;
      expect((await suite.servers.fetch(new Request(url))).status).toBe(303);
    }
    const begun = await visitor.begin('google');
    const resultCode = await visitor.complete(begun, someone());
    const body = { txn: begun.txn, resultCode, secret: begun.secret };
    const stranger = await suite.frame();
    for (let count = 0; count < 5; count++) {
      const asked = stranger.ask('frame', redeemSocialSignInCall, { body });
      expect(await refused(asked)).toMatch(/SIGN_IN_INVALID|RATE_LIMITED/);
    }
    expect((await begun.frame.ask('frame', redeemSocialSignInCall, { body })).provider).toBe('google');
    // A browser without the cookie may ask ten times.
    const frame = await suite.frame();
    const { txn } = await frame.ask('frame', startSocialSignInCall, {
      body: { provider: 'google', way: 'page', returnTo: `${PAGE.origin}/shop` },
    });
    const left = { frame, txn, secret: undefined, ...(await visitor.arm(txn, undefined)) };
    const code = await visitor.complete(left, someone());
    const answers: string[] = [];
    for (let count = 0; count < 11; count++) answers.push(await refused(redeem(frame, txn, code)));
    expect(answers).toEqual([...Array.from({ length: 10 }, () => ELSEWHERE), '429 RATE_LIMITED']);
    await suite.close();
  });
});
