import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type WalletSuite, walletSuite } from '../../../../packages/gateway/test/wallet/walletSuite.js';
import { awaitedLater } from '../../../../scripts/lib/awaitedLater.mjs';
import type { SessionStore } from '../storage/SessionStore.js';
import {
  accountsOf,
  codeFor,
  createBrowser,
  follow,
  linkFor,
  openWallet,
  rest,
  signIn,
  type Wallet,
} from './walletPart.test-support.js';

// A sign-in takes many calls with proofs: seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

let suite: WalletSuite;
beforeAll(async () => {
  suite = await walletSuite();
});
afterAll(() => suite.close());
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Stops those who pass until it is released. */
function createHold() {
  let reach = () => {};
  let release = () => {};
  const reached = new Promise<void>(resolve => {
    reach = resolve;
  });
  const released = new Promise<void>(resolve => {
    release = resolve;
  });
  const pass = () => {
    reach();
    return released;
  };
  return { reached, pass, release: () => release() };
}

/** Logs in up to the check of the code, and returns that call without waiting for it. */
async function checkCode(wallet: Wallet, email: string, signal: AbortSignal) {
  rest();
  await wallet.call('CONNECT_EMAIL', { email });
  await follow(suite, linkFor(suite, email));
  await wallet.call('CONNECT_DEVICE', {});
  return { done: wallet.call('CONNECT_OTP', { otp: codeFor(suite, email) }, signal) };
}

/** A login whose link was approved, to a wallet with a recovery delay of a day. */
async function delayedLogin(email: string) {
  await signIn(suite, await openWallet(suite, await createBrowser()), email);
  await suite.database.query(
    `update latchkit_vault.subjects set recovery_delay = 24
     where id = (select subject_id from latchkit_vault.recovery order by created_at desc limit 1)`,
  );
  const browser = await createBrowser();
  const wallet = await openWallet(suite, browser);
  rest();
  await wallet.call('CONNECT_EMAIL', { email });
  await follow(suite, linkFor(suite, email));
  return { browser, wallet };
}

describe('CONNECT_EMAIL', () => {
  it('says when a wallet with a recovery delay opens, outlives a reload, and continues without another link', async () => {
    const email = suite.address();
    const { browser, wallet } = await delayedLogin(email);
    const delayed = { code: 'RECOVERY_DELAYED' };
    await expect(wallet.call('CONNECT_DEVICE', {})).rejects.toMatchObject(delayed);
    vi.setSystemTime(Date.now() + 23 * 3_600_000);
    const reloaded = await openWallet(suite, browser);
    await expect(reloaded.call('CONNECT_DEVICE', {})).rejects.toMatchObject(delayed);
    // The visitor types the address again in the meantime.
    expect(await reloaded.call('CONNECT_EMAIL', { email })).toEqual({ action: 'VERIFY_DEVICE' });
    vi.setSystemTime(Date.now() + 2 * 24 * 3_600_000);
    const mails = suite.inbox.mails(email).length;
    const later = await openWallet(suite, browser);
    expect(await later.call('CONNECT_DEVICE', {})).toEqual({ action: 'VERIFY_OTP' });
    expect(suite.inbox.mails(email)).toHaveLength(mails + 1);
    await later.call('CONNECT_OTP', { otp: codeFor(suite, email) });
    expect(await later.call('GET_USER', {})).toMatchObject({ email });
  });

  it('says once that the user cancelled the recovery, also days later, and then starts over', async () => {
    const email = suite.address();
    const { browser, wallet } = await delayedLogin(email);
    await expect(wallet.call('CONNECT_DEVICE', {})).rejects.toMatchObject({ code: 'RECOVERY_DELAYED' });
    await suite.database.query(
      `update latchkit_vault.waiting_recoveries set state = 'cancelled' where state = 'waiting'`,
    );
    await suite.database.query(
      `update latchkit_vault.approvals set state = 'denied' where state = 'approved'`,
    );
    vi.setSystemTime(Date.now() + 3 * 24 * 3_600_000);
    const later = await openWallet(suite, browser);
    await expect(later.call('CONNECT_DEVICE', {})).rejects.toMatchObject({ code: 'DEVICE_DENIED' });
    expect(await later.call('CONNECT_EMAIL', { email })).toEqual({ action: 'VERIFY_DEVICE' });
    await follow(suite, linkFor(suite, email));
    await expect(later.call('CONNECT_DEVICE', {})).rejects.toMatchObject({ code: 'RECOVERY_DELAYED' });
  });

  it('sends another link, and later another code, when the same address is requested again [VAL-08]', async () => {
    const email = suite.address();
    const wallet = await openWallet(suite, await createBrowser());
    const connect = () => wallet.call('CONNECT_EMAIL', { email });
    rest();
    expect(await connect()).toEqual({ action: 'VERIFY_DEVICE' });
    const first = linkFor(suite, email);
    await expect(connect()).rejects.toMatchObject({ code: 'COOLDOWN', context: { retryAfter: 30 } });
    rest();
    expect(await connect()).toEqual({ action: 'VERIFY_DEVICE' });
    expect(await follow(suite, first)).toBe(false);
    await follow(suite, linkFor(suite, email));
    // Approved in the meantime: no email is needed, and the next poll requests the code.
    expect(await connect()).toEqual({ action: 'VERIFY_DEVICE' });
    expect(await wallet.call('CONNECT_DEVICE', {})).toEqual({ action: 'VERIFY_OTP' });
    const code = codeFor(suite, email);
    expect(await wallet.call('CONNECT_DEVICE', {})).toEqual({ action: 'VERIFY_OTP' });
    expect(await connect()).toEqual({ action: 'VERIFY_OTP' });
    await expect(connect()).rejects.toMatchObject({ code: 'COOLDOWN' });
    expect(codeFor(suite, email)).not.toBe(code);
    await expect(wallet.call('CONNECT_OTP', { otp: code })).rejects.toMatchObject({ code: 'OTP_INVALID' });
    await wallet.call('CONNECT_OTP', { otp: codeFor(suite, email) });
    expect(await connect()).toEqual({ action: 'CONNECT' });
  });

  it('starts over with another address and after the previous sign-in has ended', async () => {
    const [email, other] = [suite.address(), suite.address()];
    const wallet = await openWallet(suite, await createBrowser());
    rest();
    await wallet.call('CONNECT_EMAIL', { email });
    await follow(suite, linkFor(suite, email), false);
    await expect(wallet.call('CONNECT_DEVICE', {})).rejects.toMatchObject({ code: 'DEVICE_DENIED' });
    rest();
    expect(await wallet.call('CONNECT_EMAIL', { email })).toEqual({ action: 'VERIFY_DEVICE' });
    rest();
    expect(await wallet.call('CONNECT_EMAIL', { email: other })).toEqual({ action: 'VERIFY_DEVICE' });
    await follow(suite, linkFor(suite, other));
    await wallet.call('CONNECT_DEVICE', {});
    const wrong = codeFor(suite, other) === '000000' ? '000001' : '000000';
    for (let tries = 0; tries < 4; tries += 1) {
      await expect(wallet.call('CONNECT_OTP', { otp: wrong })).rejects.toMatchObject({ code: 'OTP_INVALID' });
    }
    await expect(wallet.call('CONNECT_OTP', { otp: wrong })).rejects.toThrow();
    await expect(wallet.call('CONNECT_OTP', { otp: codeFor(suite, other) })).rejects.toMatchObject({
      code: 'LOCKED',
    });
    expect(await signIn(suite, wallet, other)).toBe('VERIFY_DEVICE');
    expect(await wallet.call('GET_USER', {})).toMatchObject({ email: other });
  });

  it("sends emails in the user's language as reported by the host", async () => {
    const email = suite.address();
    const wallet = await openWallet(suite, await createBrowser());
    wallet.state.dapp = {
      ...{ metadata: { name: 'Shop' }, projectId: 'p', sdkVersion: '1', sdkType: 'latchkit', locale: 'de' },
    };
    await signIn(suite, wallet, email);
    for (const { text } of suite.inbox.mails(email)) expect(text).toContain('Du bekommst diese E-Mail');
  });
});

describe('a sign-in whose page is reloaded', () => {
  it('continues with the link and the code and resends the email of the current step', async () => {
    const email = suite.address();
    const browser = await createBrowser();
    const reload = () => openWallet(suite, browser);
    rest();
    await (await reload()).call('CONNECT_EMAIL', { email });
    rest();
    expect(await (await reload()).call('CONNECT_EMAIL', { email })).toEqual({ action: 'VERIFY_DEVICE' });
    expect(suite.inbox.mails(email)).toHaveLength(2);
    const waiting = awaitedLater((await reload()).call('CONNECT_DEVICE', {}));
    await follow(suite, linkFor(suite, email));
    expect(await waiting).toEqual({ action: 'VERIFY_OTP' });
    const page = await reload();
    expect(await page.call('CONNECT_DEVICE', {})).toEqual({ action: 'VERIFY_OTP' });
    rest();
    expect(await page.call('CONNECT_EMAIL', { email })).toEqual({ action: 'VERIFY_OTP' });
    const last = await reload();
    await last.call('CONNECT_OTP', { otp: codeFor(suite, email) });
    expect(await last.call('GET_USER', {})).toMatchObject({ email });
  });

  it('is removed once it is done, replaced by another address, or half an hour old', async () => {
    const [email, other] = [suite.address(), suite.address()];
    const browser = await createBrowser();
    const reload = () => openWallet(suite, browser);
    const isForgotten = async () => {
      const device = (await reload()).call('CONNECT_DEVICE', {});
      await expect(device).rejects.toMatchObject({ code: 'OTP_EXPIRED' });
    };
    await signIn(suite, await reload(), email);
    await isForgotten();
    await (await reload()).call('SIGN_OUT', {});
    rest();
    await (await reload()).call('CONNECT_EMAIL', { email });
    rest();
    await (await reload()).call('CONNECT_EMAIL', { email: other });
    await expect((await reload()).call('CONNECT_OTP', { otp: codeFor(suite, email) })).rejects.toThrow();
    await follow(suite, linkFor(suite, other));
    // From here on the services are not called, which would report that it has ended.
    expect(await (await reload()).call('CONNECT_DEVICE', {})).toEqual({ action: 'VERIFY_OTP' });
    vi.setSystemTime(Date.now() + 30 * 60_000);
    await isForgotten();
  });

  it('is not continued by an installation with another key', async () => {
    const email = suite.address();
    const [one, other] = [await createBrowser(), await createBrowser()];
    rest();
    const first = await openWallet(suite, one);
    await first.call('CONNECT_EMAIL', { email });
    await follow(suite, linkFor(suite, email));
    // Once the code was sent, the step is known without calling the services, which would refuse another key.
    expect(await first.call('CONNECT_DEVICE', {})).toEqual({ action: 'VERIFY_OTP' });
    const page = await openWallet(suite, { ...other, logins: one.logins });
    await expect(page.call('CONNECT_DEVICE', {})).rejects.toMatchObject({ code: 'OTP_EXPIRED' });
  });
});

describe('CONNECT_DEVICE', () => {
  it('can be aborted and called again', async () => {
    const email = suite.address();
    const wallet = await openWallet(suite, await createBrowser());
    rest();
    await wallet.call('CONNECT_EMAIL', { email });
    const leaving = new AbortController();
    const left = wallet.call('CONNECT_DEVICE', {}, leaving.signal);
    leaving.abort();
    await expect(left).rejects.toMatchObject({ code: 'ABORTED' });
    await follow(suite, linkFor(suite, email));
    expect(await wallet.call('CONNECT_DEVICE', {})).toEqual({ action: 'VERIFY_OTP' });
  });

  it('sends one request and continues as soon as the user has decided', async () => {
    const email = suite.address();
    const asked: string[] = [];
    const wallet = await openWallet(suite, await createBrowser(), async request => {
      if (request.url.endsWith('/decision')) asked.push(request.url);
      return suite.servers.fetch(request);
    });
    rest();
    await wallet.call('CONNECT_EMAIL', { email });
    const waiting = awaitedLater(wallet.call('CONNECT_DEVICE', {}));
    await follow(suite, linkFor(suite, email));
    expect(await waiting).toEqual({ action: 'VERIFY_OTP' });
    expect(asked).toHaveLength(1);
  });

  it('polls every two seconds while the vault responds at once', async () => {
    const email = suite.address();
    let asked = 0;
    let isBusy = true;
    const wallet = await openWallet(suite, await createBrowser(), async request => {
      if (!request.url.endsWith('/decision')) return suite.servers.fetch(request);
      asked += 1;
      return isBusy ? Response.json({ state: 'pending' }) : suite.servers.fetch(request);
    });
    rest();
    await wallet.call('CONNECT_EMAIL', { email });
    await follow(suite, linkFor(suite, email));
    vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'] });
    const waiting = awaitedLater(wallet.call('CONNECT_DEVICE', {}));
    for (const count of [1, 2, 3]) {
      while (vi.getTimerCount() === 0) await new Promise(resolve => setImmediate(resolve));
      await vi.advanceTimersByTimeAsync(1_999);
      expect(asked).toBe(count);
      isBusy = count < 3;
      await vi.advanceTimersByTimeAsync(1);
    }
    expect(await waiting).toEqual({ action: 'VERIFY_OTP' });
    expect(asked).toBe(4);
  });

  it('continues after a network failure', async () => {
    const email = suite.address();
    let isAway = false;
    const wallet = await openWallet(suite, await createBrowser(), async request => {
      if (isAway) throw new TypeError('away');
      return suite.servers.fetch(request);
    });
    rest();
    await wallet.call('CONNECT_EMAIL', { email });
    isAway = true;
    const waiting = awaitedLater(wallet.call('CONNECT_DEVICE', {}));
    await follow(suite, linkFor(suite, email));
    isAway = false;
    expect(await waiting).toEqual({ action: 'VERIFY_OTP' });
  });

  it('fails without a sign-in, or when its email was not sent', async () => {
    const email = suite.address();
    let isAway = true;
    const wallet = await openWallet(suite, await createBrowser(), async request => {
      if (isAway && request.url.endsWith('/v1/approvals')) throw new TypeError('away');
      return suite.servers.fetch(request);
    });
    const expired = { code: 'OTP_EXPIRED' };
    await expect(wallet.call('CONNECT_DEVICE', {})).rejects.toMatchObject(expired);
    rest();
    await expect(wallet.call('CONNECT_EMAIL', { email })).rejects.toMatchObject({ code: 'INTERNAL' });
    await expect(wallet.call('CONNECT_DEVICE', {})).rejects.toMatchObject(expired);
    isAway = false;
    // No email was sent, so there is no cooldown.
    expect(await wallet.call('CONNECT_EMAIL', { email })).toEqual({ action: 'VERIFY_DEVICE' });
  });
});

describe('CONNECT_OTP', () => {
  const STEPS = [
    ['frame', '/v1/wallets'],
    ['vault', '/v1/recovery/'],
    ['frame', '/v1/shares/device'],
    ['frame', '/v1/wallets/me/recovery-half'],
    ['vault', '/v1/recovery/release'],
    ['frame', '/commit'],
  ] as const;

  it.for(STEPS.flatMap(step => [true, false].map(isDone => [...step, isDone] as const)))(
    'leaves no state that blocks the next sign-in when the network fails at %s %s, completed by the service: %s [SEC-54]',
    async ([service, path, isDone]) => {
      const email = suite.address();
      let hasFailed = false;
      const wallet = await openWallet(suite, await createBrowser(), async request => {
        const { pathname } = new URL(request.url);
        const isOf = request.url.startsWith(
          service === 'frame' ? suite.servers.frameUrl : suite.servers.vaultUrl,
        );
        const isMeant =
          pathname === path || (path.endsWith('/') && pathname.startsWith(path)) || pathname.endsWith(path);
        if (hasFailed || !isOf || !isMeant) return suite.servers.fetch(request);
        if (isDone && !(await suite.servers.fetch(request)).ok) throw new Error('not done');
        hasFailed = true;
        throw new TypeError('away');
      });
      await signIn(suite, wallet, email).catch(() => {});
      expect(hasFailed).toBe(true);
      expect(await wallet.call('IS_CONNECTED', {})).toEqual({ isConnected: false });
      await signIn(suite, wallet, email);
      const accounts = await accountsOf(wallet);
      // The user's only wallet, wherever it is opened.
      const other = await openWallet(suite, await createBrowser());
      await signIn(suite, other, email);
      expect(await accountsOf(other)).toEqual(accounts);
    },
  );

  it('signs nobody in whom the host signed out meanwhile [SEC-44]', async () => {
    const email = suite.address();
    const browser = await createBrowser();
    const commit = createHold();
    const wallet = await openWallet(suite, browser, async request => {
      const response = await suite.servers.fetch(request);
      if (request.url.endsWith('/commit')) await commit.pass();
      return response;
    });
    const leaving = new AbortController();
    const { done } = await checkCode(wallet, email, leaving.signal);
    await commit.reached;
    leaving.abort();
    await wallet.call('SIGN_OUT', {});
    commit.release();
    await expect(done).rejects.toThrow();
    expect(await wallet.call('IS_CONNECTED', {})).toEqual({ isConnected: false });
    expect([await browser.store.read(), wallet.told, wallet.running()]).toEqual([undefined, [], 0]);
  });

  it('stores no session of a visitor who left just before [SEC-44]', async () => {
    const email = suite.address();
    const browser = await createBrowser();
    const stored = createHold();
    let hasWallet = false;
    const store: SessionStore = {
      ...browser.store,
      async read() {
        const kept = await browser.store.read();
        if (hasWallet) await stored.pass();
        return kept;
      },
    };
    const wallet = await openWallet(suite, { ...browser, store }, async request => {
      const response = await suite.servers.fetch(request);
      if (request.url.endsWith('/commit')) hasWallet = true;
      return response;
    });
    const leaving = new AbortController();
    const { done } = await checkCode(wallet, email, leaving.signal);
    await stored.reached;
    leaving.abort();
    stored.release();
    await expect(done).rejects.toThrow();
    expect(await browser.store.read()).toBeUndefined();
  });

  it('requires the link when this installation has lost its share, known or not', async () => {
    const email = suite.address();
    const browser = await createBrowser();
    const wallet = await openWallet(suite, browser);
    await signIn(suite, wallet, email);
    const accounts = await accountsOf(wallet);
    await wallet.call('SIGN_OUT', {});
    browser.installation.deviceShares = [];
    expect(await signIn(suite, wallet, email)).toBe('VERIFY_DEVICE');
    expect(await accountsOf(wallet)).toEqual(accounts);
    await wallet.call('SIGN_OUT', {});
    // Another wallet's share set exists, which must not matter for this one.
    browser.installation.deviceShares = browser.installation.deviceShares.map(deviceShare => ({
      ...deviceShare,
      walletId: crypto.randomUUID(),
    }));
    await expect(signIn(suite, wallet, email)).rejects.toMatchObject({ code: 'OTP_EXPIRED' });
    expect(await wallet.call('IS_CONNECTED', {})).toEqual({ isConnected: false });
    expect(await signIn(suite, wallet, email)).toBe('VERIFY_DEVICE');
    expect(await accountsOf(wallet)).toEqual(accounts);
  });
});
