import { randomBytes, randomUUID } from 'node:crypto';
import { FRAME_MESSAGES, type FramePayload } from 'latchkit/protocol';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { saveCredentials } from '../../../../packages/gateway/src/wallet/service/social/credentialStore.js';
import { setApprovalAddress } from '../../../../packages/gateway/test/wallet/setApprovalAddress.js';
import { signedTelegram } from '../../../../packages/gateway/test/wallet/signedTelegram.js';
import type { Choice } from '../../../../packages/gateway/test/wallet/socialProviders.js';
import { type SocialSuite, startSocialSuite } from '../../../../packages/gateway/test/wallet/socialSuite.js';
import type { Redeemed, SocialVisitor } from '../../../../packages/gateway/test/wallet/socialVisitor.js';
import { PAGE, type WalletSuite } from '../../../../packages/gateway/test/wallet/walletSuite.js';
import { awaitedLater } from '../../../../scripts/lib/awaitedLater.mjs';
import {
  accountsOf,
  type Browser,
  codeFor,
  createBrowser,
  follow,
  linkFor,
  type Network,
  openWallet,
  rest,
  signIn,
  type Wallet,
} from './walletPart.test-support.js';

const ADA = { person: 'ada' };

let social: SocialSuite;
let suite: WalletSuite;
let visitor: SocialVisitor;
beforeAll(async () => {
  social = await startSocialSuite();
  ({ suite, visitor } = social);
});
afterAll(() => social.close());

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

type Provider = FramePayload<'GET_SOCIAL_REDIRECT_URI'>['provider'];

/** Starts a login and opens its popup, which gives its secret to the wallet page. */
async function begin(wallet: Wallet, provider: Provider = 'google', give = true) {
  const { uri } = await wallet.call('GET_SOCIAL_REDIRECT_URI', { provider });
  const txn = new URL(uri).hash.slice(1);
  const secret = randomBytes(32).toString('base64url');
  const armed = await visitor.arm(txn, secret);
  const replies = give ? wallet.tellWindow({ lk: 1, type: 'SOCIAL_SECRET', txn, secret }) : [];
  const finish = (choice: Choice) => visitor.comeBack({ txn, ...armed }, choice);
  return { uri, txn, secret, replies, finish };
}

/** Completes a login that needs no link, and returns the host's user. */
async function connect(wallet: Wallet, uri: string) {
  const user = await wallet.call('CONNECT_SOCIAL', { uri, chainId: 'eip155:1' });
  if ('action' in user) throw new Error('The login needs a link');
  return user;
}

/** Logs in, and returns the host's user. */
async function logIn(wallet: Wallet, provider: Provider = 'google', choice: Choice = ADA) {
  const { finish } = await begin(wallet, provider);
  return connect(wallet, await finish(choice));
}

/** Logs in with a provider as the second login of the user. */
async function addLogin(wallet: Wallet, provider: Provider, choice: Choice) {
  const { uri: start } = await wallet.part.loginAdder.start(provider, {});
  const txn = new URL(start).hash.slice(1);
  const secret = randomBytes(32).toString('base64url');
  const armed = await visitor.arm(txn, secret);
  wallet.tellWindow({ lk: 1, type: 'SOCIAL_SECRET', txn, secret });
  const uri = await visitor.comeBack({ txn, ...armed }, choice);
  return wallet.part.loginAdder.finish(uri, { id: randomUUID(), signal: new AbortController().signal });
}

let newcomers = 0;
const newcomer = () => {
  newcomers += 1;
  return { person: String(69_000_000 + newcomers) };
};

/** The steps that the host was told. */
const stepsOf = ({ told }: Wallet) =>
  told.flatMap(event => (event.type === 'SOCIAL_STEP' ? [event.payload] : []));

const code = (expected: string) => expect.objectContaining({ code: expected });

describe('social login in the wallet page', () => {
  it.each(['google', 'github', 'x'] as const)(
    'opens the same wallet with %s on each installation, and again',
    async provider => {
      const browser = await createBrowser();
      const wallet = await openWallet(suite, browser);
      const user = await logIn(wallet, provider);
      expect(user).toMatchObject({ authProvider: provider, chainId: 'eip155:1', email: undefined });
      await wallet.call('SIGN_OUT', {});
      expect(await logIn(wallet, provider)).toEqual(user);
      const other = await openWallet(suite, await createBrowser());
      expect((await logIn(other, provider)).accounts).toEqual(user.accounts);
      const reloaded = await openWallet(suite, browser);
      expect(await reloaded.call('GET_USER', { chainId: 'eip155:1' })).toEqual(user);
    },
  );

  it('asks the services few times in a row until the host has the address', async () => {
    const asked: { readonly path: string; readonly from: number; to: number }[] = [];
    const slow: Network = async request => {
      const one = { path: new URL(request.url).pathname, from: performance.now(), to: Infinity };
      asked.push(one);
      await new Promise(passed => setTimeout(passed, 50));
      const response = await suite.servers.fetch(request);
      one.to = performance.now();
      return response;
    };
    /** The requests that had to wait for each other; parallel ones count once. */
    const sequence = async (wallet: Wallet, provider: Provider) => {
      const { finish } = await begin(wallet, provider);
      const uri = await finish({ person: 'eve' });
      asked.length = 0;
      await connect(wallet, uri);
      const chain: string[] = [];
      let end = 0;
      for (const { path, from, to } of [...asked].sort((a, b) => a.to - b.to)) {
        if (from < end) continue;
        chain.push(path);
        end = to;
      }
      return chain;
    };
    const browser = await createBrowser();
    const wallet = await openWallet(suite, browser, slow);
    const newWallet = await sequence(wallet, 'google');
    await wallet.call('SIGN_OUT', {});
    const known = await sequence(wallet, 'google');
    const newInstallation = await sequence(await openWallet(suite, await createBrowser(), slow), 'google');
    expect([known.length, newInstallation.length, newWallet.length]).toEqual([2, 4, 5]);
  });

  it("names the user, with a hostile name's hidden characters written out", async () => {
    const ada = await logIn(await openWallet(suite, await createBrowser()));
    expect(ada.userName).toBe('Ada Lovelace');
    const eve = await logIn(await openWallet(suite, await createBrowser()), 'google', { person: 'eve' });
    expect(eve.userName).toContain('⟨U+202E⟩');
  });

  it('confirms only the secret of its own login, from a window of its own origin', async () => {
    const wallet = await openWallet(suite, await createBrowser());
    const { txn, secret, replies } = await begin(wallet);
    expect(replies).toEqual([{ lk: 1, type: 'SOCIAL_SECRET_KEPT', txn }]);
    const give = (message: object, origin?: string) =>
      wallet.tellWindow({ lk: 1, type: 'SOCIAL_SECRET', txn, secret, ...message }, origin);
    expect(give({ txn: randomUUID() })).toEqual([]);
    expect(give({}, 'https://evil.example')).toEqual([]);
    expect(give({ secret: randomBytes(32).toString('base64url') })).toEqual([]);
    expect(give({})).toHaveLength(1);
  });

  it('refuses the result of a login that it did not start, and asks nobody about it [SEC-35]', async () => {
    const asked: string[] = [];
    const wallet = await openWallet(suite, await createBrowser(), async request => {
      asked.push(new URL(request.url).pathname);
      return suite.servers.fetch(request);
    });
    const attacker = await openWallet(suite, await createBrowser());
    const theirs = await begin(attacker);
    const uri = await theirs.finish(ADA);
    await begin(wallet);
    asked.length = 0;
    await expect(wallet.call('CONNECT_SOCIAL', { uri })).rejects.toEqual(code('LOGIN_EXPIRED'));
    expect(asked).toEqual([]);
    const elsewhere = uri.replace('https://wallet.example', 'https://evil.example');
    await expect(attacker.call('CONNECT_SOCIAL', { uri: elsewhere })).rejects.toEqual(code('LOGIN_EXPIRED'));
    expect(await accountsOf(wallet).catch(error => error.code)).toBe('NOT_CONNECTED');
  });

  it('refuses the result of a login whose popup gave no secret', async () => {
    const wallet = await openWallet(suite, await createBrowser());
    const silent = await begin(wallet, 'google', false);
    const unbound = await silent.finish(ADA);
    await expect(wallet.call('CONNECT_SOCIAL', { uri: unbound })).rejects.toEqual(code('LOGIN_EXPIRED'));
    expect(await accountsOf(wallet).catch(error => error.code)).toBe('NOT_CONNECTED');
  });

  it('waits for a login whose popup cannot report its result', async () => {
    const wallet = await openWallet(suite, await createBrowser());
    const { uri, finish } = await begin(wallet);
    const connected = awaitedLater(wallet.call('CONNECT_SOCIAL', { uri }));
    await finish(ADA);
    expect(await connected).toMatchObject({ userName: 'Ada Lovelace' });
  });

  it('ends the wait when the popup was closed before it left, or at the host’s request', async () => {
    const wallet = await openWallet(suite, await createBrowser());
    const closed = await begin(wallet, 'google', false);
    await expect(wallet.call('CONNECT_SOCIAL', { uri: closed.uri })).rejects.toEqual(code('POPUP_CLOSED'));
    const { uri } = await begin(wallet);
    const end = new AbortController();
    const waiting = wallet.call('CONNECT_SOCIAL', { uri }, end.signal);
    end.abort();
    await expect(waiting).rejects.toEqual(code('ABORTED'));
  });

  describe('with an approval address', () => {
    let persons = 0;
    /** Gives a device a share set of a day ago: only a device that has had the wallet for so long sets the address. */
    const settle = async (redeemed: Redeemed) => {
      const { frame } = redeemed;
      const signedIn = await visitor.giveEvidence(redeemed);
      // It gets both halves, and cannot read what the wallet page sealed.
      await expect(frame.recover(signedIn)).rejects.toThrow();
      await frame.enrol(signedIn.session.access, randomBytes(32));
      vi.setSystemTime(Date.now() + 25 * 3_600_000);
    };
    /** A person whose wallet has one, and a new device on which they log in. */
    async function returnOnNewDevice(asksForUser = false) {
      persons += 1;
      const choice = { person: String(60_000_000 + persons) };
      const { accounts } = await logIn(await openWallet(suite, await createBrowser()), 'x', choice);
      const second = await visitor.signIn('x', choice);
      const email = suite.address();
      await settle(second);
      const settled = await visitor.signIn('x', choice, second.frame);
      await setApprovalAddress(second.frame, await visitor.giveEvidence(settled), email);
      rest();
      const wallet = await openWallet(suite, await createBrowser());
      const { finish } = await begin(wallet, 'x');
      const uri = await finish(choice);
      if (asksForUser) {
        const mails = suite.inbox.mails(email).length;
        const asked = wallet.call('GET_USER', { socialUri: uri, chainId: 'eip155:1' });
        await expect(asked).rejects.toEqual(code('LINK_REQUIRED'));
        await expect(wallet.call('CONNECT_DEVICE', {})).rejects.toEqual(code('OTP_EXPIRED'));
        expect(suite.inbox.mails(email)).toHaveLength(mails);
      }
      return {
        wallet,
        uri,
        email,
        accounts,
        sent: await wallet.call('CONNECT_SOCIAL', { uri, chainId: 'eip155:1' }),
      };
    }

    it('opens the wallet once the newest link is approved, even after the access token expired', async () => {
      const { wallet, uri, email, accounts, sent } = await returnOnNewDevice();
      const first = linkFor(suite, email);
      expect(sent).toEqual({
        action: 'VERIFY_DEVICE',
        email: expect.stringContaining('•••@'),
        retryAfter: 30,
      });
      expect(await accountsOf(wallet).catch(error => error.code)).toBe('NOT_CONNECTED');
      await expect(wallet.call('CONNECT_SOCIAL', { uri })).rejects.toEqual(code('COOLDOWN'));
      rest();
      expect(await wallet.call('CONNECT_SOCIAL', { uri })).toEqual(sent);
      expect(await follow(suite, first)).toBe(false);
      vi.setSystemTime(Date.now() + 11 * 60_000);
      await follow(suite, linkFor(suite, email));
      expect(await wallet.call('CONNECT_DEVICE', {})).toEqual({ action: 'CONNECT' });
      expect(await accountsOf(wallet)).toEqual(accounts);
    });

    it('sends no link for a request of the user, and sends it for the login that follows (rows-K1)', async () => {
      const { wallet, email, accounts } = await returnOnNewDevice(true);
      await follow(suite, linkFor(suite, email));
      expect(await wallet.call('CONNECT_DEVICE', {})).toEqual({ action: 'CONNECT' });
      expect(await accountsOf(wallet)).toEqual(accounts);
    });

    it('stays closed after a denied link', async () => {
      const { wallet, email } = await returnOnNewDevice();
      await follow(suite, linkFor(suite, email), false);
      await expect(wallet.call('CONNECT_DEVICE', {})).rejects.toEqual(code('DEVICE_DENIED'));
      await expect(wallet.call('CONNECT_DEVICE', {})).rejects.toEqual(code('OTP_EXPIRED'));
    });

    it('opens nothing for a login that another one replaced, or for a host that does not wait', async () => {
      const { wallet, email } = await returnOnNewDevice();
      const waiting = awaitedLater(
        expect(wallet.call('CONNECT_DEVICE', {})).rejects.toEqual(code('ABORTED')),
      );
      await begin(wallet, 'x');
      await waiting;
      await follow(suite, linkFor(suite, email));
      await expect(wallet.call('CONNECT_DEVICE', {})).rejects.toEqual(code('OTP_EXPIRED'));
      const other = await returnOnNewDevice();
      rest();
      const mails = suite.inbox.mails(other.email).length;
      const { uri } = other;
      await expect(other.wallet.call('GET_USER', { socialUri: uri })).rejects.toEqual(code('LINK_REQUIRED'));
      expect(suite.inbox.mails(other.email)).toHaveLength(mails);
    });
  });

  describe('followed by UPDATE_EMAIL', () => {
    let persons = 0;
    const logInAnew = async (browser: Browser) => {
      persons += 1;
      const wallet = await openWallet(suite, browser);
      const choice = { person: String(65_000_000 + persons) };
      return { wallet, choice, user: await logIn(wallet, 'google', choice) };
    };

    it('adds the address that was approved in the window; it opens the same wallet a day later [SEC-75]', async () => {
      const { wallet, choice, user } = await logInAnew(await createBrowser());
      // A known installation has no grant of the vault yet.
      await wallet.call('SIGN_OUT', {});
      await logIn(wallet, 'google', choice);
      const email = suite.address();
      rest();
      expect(await wallet.call('UPDATE_EMAIL', { email })).toEqual({ action: 'VERIFY_SECONDARY_OTP' });
      const login = { provider: 'google', name: user.userName, idh: expect.any(String) };
      expect(wallet.visitor.asked).toEqual([{ txn: expect.any(String), from: null, to: email, login }]);
      const otp = codeFor(suite, email);
      expect(await wallet.call('UPDATE_EMAIL_SECONDARY_OTP', { otp })).toEqual({ newEmail: email });
      expect(await wallet.call('GET_USER', {})).toMatchObject({ email, authProvider: 'google' });
      const other = await openWallet(suite, await createBrowser());
      await expect(signIn(suite, other, email)).rejects.toEqual(code('RECOVERY_DELAYED'));
      vi.setSystemTime(Date.now() + 24 * 3_600_000);
      await signIn(suite, other, email);
      expect(await accountsOf(other)).toEqual(user.accounts);
    });

    it('sends nothing unless the visitor agrees, and asks for a login of this page first', async () => {
      const browser = await createBrowser();
      const { wallet } = await logInAnew(browser);
      const email = suite.address();
      rest();
      wallet.visitor.agrees = false;
      await expect(wallet.call('UPDATE_EMAIL', { email })).rejects.toEqual(code('REJECTED'));
      const reloaded = await openWallet(suite, browser);
      await expect(reloaded.call('UPDATE_EMAIL', { email })).rejects.toEqual(code('REAUTH_REQUIRED'));
      expect(reloaded.visitor.asked).toEqual([]);
      wallet.visitor.agrees = true;
      vi.setSystemTime(Date.now() + 6 * 60_000);
      await expect(wallet.call('UPDATE_EMAIL', { email })).rejects.toEqual(code('REAUTH_REQUIRED'));
      expect(suite.inbox.mails(email)).toEqual([]);
    });
  });

  describe('added to a wallet', () => {
    let persons = 0;
    const newPerson = () => {
      persons += 1;
      return { person: String(66_000_000 + persons) };
    };
    it('opens the wallet of an email login a day later, after the window and the code [SEC-75]', async () => {
      const wallet = await openWallet(suite, await createBrowser());
      const email = suite.address();
      await signIn(suite, wallet, email);
      const accounts = await accountsOf(wallet);
      const choice = newPerson();
      rest();
      expect(await addLogin(wallet, 'google', choice)).toBe('VERIFY_PRIMARY_OTP');
      expect(wallet.visitor.asked).toEqual([
        {
          txn: expect.any(String),
          current: { provider: 'email', name: email, idh: expect.any(String) },
          added: { provider: 'google', name: `Person ${choice.person}`, idh: expect.any(String) },
        },
      ]);
      const { verify } = wallet.part.loginAdder;
      await expect(verify('12')).rejects.toEqual(code('OTP_INVALID'));
      await verify(codeFor(suite, email));
      const other = await openWallet(suite, await createBrowser());
      await expect(logIn(other, 'google', choice)).rejects.toEqual(code('RECOVERY_DELAYED'));
      vi.setSystemTime(Date.now() + 24 * 3_600_000);
      expect((await logIn(other, 'google', choice)).accounts).toEqual(accounts);
      await expect(verify('123456')).rejects.toEqual(code('OTP_EXPIRED'));
    });

    it('is added by no message of a host: the result of another login only signs in another user', async () => {
      const wallet = await openWallet(suite, await createBrowser());
      const email = suite.address();
      await signIn(suite, wallet, email);
      const accounts = await accountsOf(wallet);
      const thief = newPerson();
      rest();
      const other = await logIn(wallet, 'github', thief);
      expect(other.accounts).not.toEqual(accounts);
      expect(other.email).toBeUndefined();
      expect(wallet.visitor.asked).toEqual([]);
      expect(Object.keys(FRAME_MESSAGES).filter(name => /LINK|LOGIN/.test(name))).toEqual([]);
      rest();
      await signIn(suite, wallet, email);
      expect(await accountsOf(wallet)).toEqual(accounts);
      const elsewhere = await openWallet(suite, await createBrowser());
      expect((await logIn(elsewhere, 'github', thief)).accounts).toEqual(other.accounts);
    });

    it('needs no code without an address, and is refused if it has a wallet of its own', async () => {
      const wallet = await openWallet(suite, await createBrowser());
      const { accounts } = await logIn(wallet, 'google', newPerson());
      const owner = newPerson();
      await logIn(await openWallet(suite, await createBrowser()), 'github', owner);
      rest();
      await expect(addLogin(wallet, 'github', owner)).rejects.toMatchObject({
        code: 'LOGIN_TAKEN',
        message: 'This GitHub account has a wallet of its own',
        context: { provider: 'github' },
      });
      expect(wallet.visitor.asked).toEqual([]);
      const choice = newPerson();
      wallet.visitor.agrees = false;
      await expect(addLogin(wallet, 'github', choice)).rejects.toEqual(code('REJECTED'));
      wallet.visitor.agrees = true;
      expect(await addLogin(wallet, 'github', choice)).toBe('DONE');
      vi.setSystemTime(Date.now() + 24 * 3_600_000);
      const other = await openWallet(suite, await createBrowser());
      expect((await logIn(other, 'github', choice)).accounts).toEqual(accounts);
    });
  });

  describe("of a project's own bot, for a user of before", () => {
    const BOT = '700000002:a-token-that-only-the-project-has';

    /** Logs in with Telegram in the page's own tab. The project signs for the user if it has a bot of its own. */
    async function leaveFor(wallet: Wallet, end: { readonly person: string } | { readonly id: number }) {
      const { uri } = await wallet.call('GET_TELEGRAM_REDIRECT_URI', { returnTo: `${PAGE.origin}/shop` });
      const txn = /[\w-]{36}/.exec(new URL(uri).hash)?.[0] ?? '';
      const armed = await visitor.arm(txn, undefined);
      if ('person' in end) return { pass: armed.pass, uri: await visitor.comeBack({ txn, ...armed }, end) };
      const returnTo = new URL(new URL(armed.authorizeUrl).searchParams.get('return_to') ?? '');
      const state = returnTo.searchParams.get('state') ?? '';
      const answer = new URLSearchParams({ state, tgAuthResult: signedTelegram(BOT, end.id) });
      const next = await visitor.callback(answer, armed.cookie);
      return { pass: armed.pass, uri: next.searchParams.get('result_uri') ?? '' };
    }

    it('is joined to the wallet with one consent, where the wallet is; until then new browsers are refused [SEC-104]', async () => {
      let pass = '';
      const network: Network = async request => {
        request.headers.set('cookie', pass.split(';')[0] ?? '');
        return suite.servers.fetch(request);
      };
      const wallet = await openWallet(suite, await createBrowser(), network);
      const first = await leaveFor(wallet, { person: 'noor' });
      ({ pass } = first);
      const { accounts } = await connect(wallet, first.uri);
      expect(wallet.visitor.asked).toEqual([]);
      for (const [at, store] of suite.services.stores.entries()) {
        const credentials = at === 0 ? { botToken: BOT } : { clientId: '700000002' };
        await saveCredentials(store, PAGE.project, 'telegram', credentials);
        await suite.database.query(`update ${store.schema}.social_credentials set shared_until = $1`, [
          new Date(Date.now() + 1_000),
        ]);
      }
      const again = async (at: Wallet) => {
        rest();
        const left = await leaveFor(at, { id: 10_000_002 });
        ({ pass } = left);
        return connect(at, left.uri);
      };
      const other = await openWallet(suite, await createBrowser(), network);
      await expect(again(other)).rejects.toEqual(code('KNOWN_DEVICE_REQUIRED'));
      // The user refuses: logged in, and asked again next time.
      wallet.visitor.agrees = false;
      expect((await again(wallet)).accounts).toEqual(accounts);
      wallet.visitor.agrees = true;
      expect((await again(wallet)).accounts).toEqual(accounts);
      expect(wallet.visitor.asked).toHaveLength(2);
      expect(wallet.visitor.asked.at(-1)).toMatchObject({
        current: { provider: 'telegram' },
        added: { provider: 'telegram', project: expect.any(String) },
      });
      expect((await again(wallet)).accounts).toEqual(accounts);
      expect(wallet.visitor.asked).toHaveLength(2);
      vi.setSystemTime(Date.now() + 24 * 3_600_000);
      expect((await again(other)).accounts).toEqual(accounts);
    });
  });

  describe('removed from a wallet', () => {
    const DAYS = 24 * 3_600_000;
    const context = () => ({ id: randomUUID(), signal: new AbortController().signal });
    let persons = 0;
    const other = () => {
      persons += 1;
      return { person: String(67_000_000 + persons) };
    };
    const idOf = async (wallet: Wallet, provider: string) =>
      (await wallet.part.loginRemover.list()).find(login => login.provider === provider)?.id ?? '';

    it('needs the window, which names all logins, and the code; its sessions end [SEC-75]', async () => {
      const wallet = await openWallet(suite, await createBrowser());
      const email = suite.address();
      await signIn(suite, wallet, email);
      const google = other();
      await addLogin(wallet, 'google', google);
      await wallet.part.loginAdder.verify(codeFor(suite, email));
      vi.setSystemTime(Date.now() + 4 * DAYS);
      const elsewhere = await openWallet(suite, await createBrowser());
      await logIn(elsewhere, 'google', google);
      const fresh = await openWallet(suite, await createBrowser());
      await signIn(suite, fresh, email);
      const { loginRemover } = fresh.part;
      const id = await idOf(fresh, 'google');
      await expect(loginRemover.start(id, context())).rejects.toEqual(code('SETTLED_DEVICE_REQUIRED'));
      await suite.database.query(
        "update latchkit_wallet.wallet_installations set counts_from = counts_from - interval '24 hours'",
      );
      fresh.visitor.agrees = false;
      await expect(loginRemover.start(id, context())).rejects.toEqual(code('REJECTED'));
      fresh.visitor.agrees = true;
      expect(await loginRemover.start(id, context())).toBe('VERIFY_PRIMARY_OTP');
      expect(fresh.visitor.asked.at(-1)).toEqual({
        txn: expect.any(String),
        removed: { provider: 'google', name: `Person ${google.person}`, idh: expect.any(String) },
        remaining: [{ provider: 'email', name: email, idh: expect.any(String) }],
      });
      await expect(loginRemover.verify('12')).rejects.toEqual(code('OTP_INVALID'));
      await loginRemover.verify(codeFor(suite, email));
      expect(await loginRemover.list()).toMatchObject([{ provider: 'email', isRemovable: false }]);
      await expect(elsewhere.part.loginRemover.list()).rejects.toEqual(code('NOT_CONNECTED'));
      expect(await elsewhere.call('IS_CONNECTED', {})).toEqual({ isConnected: false });
      await expect(loginRemover.verify('123456')).rejects.toEqual(code('OTP_EXPIRED'));
      expect(Object.keys(FRAME_MESSAGES).filter(name => /REMOV|LOGIN/.test(name))).toEqual([]);
    });

    it('needs no code without an address, signs out with its own session, and is not the last one', async () => {
      const wallet = await openWallet(suite, await createBrowser());
      const [google, github] = [other(), other()];
      const { accounts } = await logIn(wallet, 'google', google);
      const { loginRemover } = wallet.part;
      await expect(loginRemover.start(await idOf(wallet, 'google'), context())).rejects.toEqual(
        code('LAST_LOGIN'),
      );
      expect(await addLogin(wallet, 'github', github)).toBe('DONE');
      vi.setSystemTime(Date.now() + 4 * DAYS);
      await logIn(wallet, 'google', google);
      rest();
      expect(await loginRemover.start(await idOf(wallet, 'google'), context())).toBe('DONE');
      expect(await wallet.call('IS_CONNECTED', {})).toEqual({ isConnected: false });
      expect((await logIn(wallet, 'github', github)).accounts).toEqual(accounts);
      const again = await openWallet(suite, await createBrowser());
      expect((await logIn(again, 'google', google)).accounts).not.toEqual(accounts);
    });
  });

  describe('of each provider, in each situation', () => {
    const POPUPS = ['google', 'apple', 'github', 'x', 'discord', 'facebook'] as const;
    const open = async () => openWallet(suite, await createBrowser());
    /** A failure that the provider, or the fault that its stand-in was asked for, causes. */
    const failsWith = async (provider: Provider, choice: Choice, expected: string) => {
      const wallet = await open();
      const { finish } = await begin(wallet, provider);
      const uri = await finish(choice);
      await expect(wallet.call('CONNECT_SOCIAL', { uri })).rejects.toEqual(code(expected));
      expect(await wallet.call('IS_CONNECTED', {})).toEqual({ isConnected: false });
    };
    const isOAuth = (provider: Provider) => provider !== 'google' && provider !== 'apple';

    const SITUATIONS: Readonly<Record<string, (provider: (typeof POPUPS)[number]) => Promise<void>>> = {
      async 'the first login, a known and a new device'(provider) {
        const person = newcomer();
        const wallet = await open();
        const { accounts } = await logIn(wallet, provider, person);
        rest();
        await wallet.call('SIGN_OUT', {});
        expect((await logIn(wallet, provider, person)).accounts).toEqual(accounts);
        expect((await logIn(await open(), provider, person)).accounts).toEqual(accounts);
      },
      async 'two devices within a second'(provider) {
        const person = newcomer();
        const { accounts } = await logIn(await open(), provider, person);
        const wallets = [await open(), await open()];
        const users = await Promise.all(wallets.map(wallet => logIn(wallet, provider, person)));
        for (const user of users) expect(user.accounts).toEqual(accounts);
      },
      async 'a login that is added to a wallet'(provider) {
        const wallet = await open();
        const { accounts } = await logIn(wallet, provider === 'google' ? 'discord' : 'google', newcomer());
        const person = newcomer();
        rest();
        expect(await addLogin(wallet, provider, person)).toBe('DONE');
        vi.setSystemTime(Date.now() + 24 * 3_600_000);
        expect((await logIn(await open(), provider, person)).accounts).toEqual(accounts);
      },
      'a refusal': provider => failsWith(provider, { person: '' }, 'LOGIN_REFUSED'),
      async 'a code that has expired'(provider) {
        const wallet = await open();
        const { uri } = await wallet.call('GET_SOCIAL_REDIRECT_URI', { provider });
        const txn = new URL(uri).hash.slice(1);
        const secret = randomBytes(32).toString('base64url');
        const armed = await visitor.arm(txn, secret);
        wallet.tellWindow({ lk: 1, type: 'SOCIAL_SECRET', txn, secret });
        const given = await social.providers.choose(armed.authorizeUrl, ADA);
        vi.setSystemTime(Date.now() + 11 * 60_000);
        const answer = provider === 'apple' ? await visitor.post(given) : given;
        await visitor.callback(answer, armed.cookie);
        await expect(wallet.call('CONNECT_SOCIAL', { uri })).rejects.toEqual(
          code('PROVIDER_RESPONSE_INVALID'),
        );
      },
      'a limit at the token endpoint': provider =>
        failsWith(provider, { ...newcomer(), fault: 'tokenLimited' }, 'PROVIDER_UNAVAILABLE'),
      async 'a limit at the user endpoint'(provider) {
        if (isOAuth(provider))
          await failsWith(provider, { ...newcomer(), fault: 'apiLimited' }, 'PROVIDER_UNAVAILABLE');
      },
      async "a limit at the vault's look"(provider) {
        if (provider === 'github')
          await failsWith(provider, { ...newcomer(), fault: 'inspectLimited' }, 'PROVIDER_UNAVAILABLE');
      },
    };

    // One of each provider; the rest in the full run.
    const [first] = Object.keys(SITUATIONS);
    for (const [name, play] of Object.entries(SITUATIONS)) {
      describe.runIf(name === first || process.env.LATCHKIT_FULL)(name, () => {
        it.each(POPUPS)('with %s', play);
      });
    }
  });

  it('says that the response is invalid if the vault refuses it: the token of another client', async () => {
    const wallet = await openWallet(suite, await createBrowser());
    const { finish } = await begin(wallet, 'github');
    const uri = await finish({ ...ADA, fault: 'wrongAudience' });
    await expect(wallet.call('CONNECT_SOCIAL', { uri })).rejects.toEqual(code('PROVIDER_RESPONSE_INVALID'));
    expect(await wallet.call('IS_CONNECTED', {})).toEqual({ isConnected: false });
  });

  it.each(['google', 'github', 'x', 'discord', 'facebook', 'apple'] as const)(
    'asks for the result of %s as soon as it has the secret, also while the popup says nothing (SL-06)',
    async provider => {
      const wallet = await openWallet(suite, await createBrowser());
      const { uri, finish } = await begin(wallet, provider, false);
      expect(stepsOf(wallet)).toEqual([]);
      await expect(wallet.call('CONNECT_SOCIAL', { uri })).rejects.toEqual(code('POPUP_CLOSED'));
      const begun = await begin(wallet, provider);
      expect(stepsOf(wallet)).toEqual([{ uri: begun.uri, step: 'provider' }]);
      const waiting = awaitedLater(wallet.call('CONNECT_SOCIAL', { uri: begun.uri }));
      await begun.finish(ADA);
      expect(await waiting).toMatchObject({ authProvider: provider });
      await finish(ADA);
    },
  );

  it('looks at once when the popup says that it has the result (SL-06)', async () => {
    const wallet = await openWallet(suite, await createBrowser());
    const { uri, txn, finish } = await begin(wallet);
    await finish(ADA);
    const waiting = awaitedLater(wallet.call('CONNECT_SOCIAL', { uri }));
    wallet.tellWindow({ lk: 1, type: 'SOCIAL_ENDED', txn });
    expect(await waiting).toMatchObject({ authProvider: 'google' });
  });

  it.each([
    ['the host abandons it', (wallet: Wallet, uri: string) => wallet.call('LEAVE_SOCIAL', { uri })],
    [
      'another login starts',
      (wallet: Wallet) => wallet.call('GET_SOCIAL_REDIRECT_URI', { provider: 'github' }),
    ],
    ['the user logs out', (wallet: Wallet) => wallet.call('SIGN_OUT', {})],
  ] as const)('drops the secret when %s, and takes no result that comes later (SL-06)', async (_, leave) => {
    const wallet = await openWallet(suite, await createBrowser());
    const { uri, txn, secret, finish } = await begin(wallet);
    await leave(wallet, uri);
    const told = await finish(ADA);
    expect(wallet.tellWindow({ lk: 1, type: 'SOCIAL_SECRET', txn, secret })).toEqual([]);
    for (const one of [uri, told]) {
      await expect(wallet.call('CONNECT_SOCIAL', { uri: one })).rejects.toEqual(code('LOGIN_EXPIRED'));
    }
    expect(await wallet.call('IS_CONNECTED', {})).toEqual({ isConnected: false });
  });

  it('leaves a login alone when another one is abandoned (SL-06)', async () => {
    const wallet = await openWallet(suite, await createBrowser());
    const before = await begin(wallet);
    const { finish } = await begin(wallet);
    await wallet.call('LEAVE_SOCIAL', { uri: before.uri });
    expect(await connect(wallet, await finish(ADA))).toMatchObject({ authProvider: 'google' });
  });

  it('tells that the provider came back in another browser, and still takes the result (SL-07)', async () => {
    const wallet = await openWallet(suite, await createBrowser());
    const { uri } = await wallet.call('GET_SOCIAL_REDIRECT_URI', { provider: 'x' });
    const txn = new URL(uri).hash.slice(1);
    const secret = randomBytes(32).toString('base64url');
    const armed = await visitor.arm(txn, secret);
    wallet.tellWindow({ lk: 1, type: 'SOCIAL_SECRET', txn, secret });
    const waiting = awaitedLater(wallet.call('CONNECT_SOCIAL', { uri }));
    const answer = await visitor.answer(armed, ADA);
    await visitor.callback(answer, '');
    await vi.waitFor(() => expect(stepsOf(wallet)).toContainEqual({ uri, step: 'elsewhere' }), {
      timeout: 10_000,
    });
    await visitor.callback(answer, armed.cookie);
    expect(await waiting).toMatchObject({ authProvider: 'x' });
  });

  it.each(['github', 'x', 'discord', 'facebook'] as const)(
    'leaves no token of %s at work after the login of a new device (SL-16)',
    async provider => {
      const person = newcomer();
      const live = () => social.providers.liveTokens(provider);
      const before = new Set(live());
      await logIn(await openWallet(suite, await createBrowser()), provider, person);
      await logIn(await openWallet(suite, await createBrowser()), provider, person);
      // What is due is looked for after each login.
      await logIn(await openWallet(suite, await createBrowser()), 'x', newcomer());
      await vi.waitFor(() => expect(live().filter(token => !before.has(token))).toEqual([]), {
        timeout: 10_000,
      });
    },
  );

  it('says that the user refused', async () => {
    const wallet = await openWallet(suite, await createBrowser());
    const { finish } = await begin(wallet);
    const uri = await finish({ person: '' });
    await expect(wallet.call('CONNECT_SOCIAL', { uri })).rejects.toEqual(code('LOGIN_REFUSED'));
    await expect(wallet.call('CONNECT_SOCIAL', { uri })).rejects.toEqual(code('LOGIN_EXPIRED'));
  });
});
