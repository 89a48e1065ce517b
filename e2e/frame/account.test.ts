import { createPublicClient, http, parseEther, recoverMessageAddress, stringToHex, toHex } from 'viem';
import { afterEach, beforeEach, describe, expect, inject, vi } from 'vitest';
import { awaitedLater } from '../../scripts/lib/awaitedLater.mjs';
import type { WalletVisit } from './support/WalletVisit.js';
import { it } from './support/walletVisits.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the wallet page and its services', () => {
  it.runIf(process.env.LATCHKIT_FULL)(
    'signs a new visitor in by link and code, and keeps that over a reload without a mail [FRAME-13] [ENT-03]',
    async ({ enter, served }) => {
      const email = served.suite.address();
      const visit = await enter();
      const reports: string[] = [];
      visit.page.on('console', message => reports.push(message.text()));
      expect(await visit.call('IS_CONNECTED', {})).toEqual({ isConnected: false });
      expect(await visit.call('GET_USER', {})).toMatchObject({ code: 'NOT_CONNECTED' });
      expect(await visit.signIn(email)).toBe('VERIFY_DEVICE');
      const user = await visit.call('GET_USER', {});
      expect(user).toMatchObject({
        email,
        address: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
        chainId: 'eip155:1',
        authProvider: 'email',
        accounts: [
          { namespace: 'eip155', type: 'eoa' },
          { namespace: 'solana', type: 'eoa' },
        ],
      });
      expect(await visit.events()).toEqual([
        { type: 'READY' },
        {
          type: 'ACCOUNTS_CHANGED',
          payload: { accounts: user.accounts, preferredAccountType: 'smartAccount' },
        },
        { type: 'SESSION_UPDATE', payload: { token: expect.any(String) } },
      ]);
      // The policies of the page and the Worker block nothing that this needs.
      expect(reports.filter(text => /Content Security Policy|Trusted/.test(text))).toEqual([]);
      expect(served.blocked).toEqual([]);
      const asked = { chainId: 'eip155:1', preferredAccountType: 'eoa' } as const;
      // The user has chosen none, so the host's decides.
      Object.assign(user, { preferredAccountType: 'eoa' });
      expect(await visit.call('GET_USER', asked)).toEqual(user);
      // The wallet page uses the network of this request from then on.
      const elsewhere = { ...asked, chainId: 'eip155:31337' };
      expect(await visit.call('GET_USER', elsewhere)).toEqual({ ...user, chainId: elsewhere.chainId });
      expect(await visit.call('GET_CHAIN_ID', {})).toEqual({ chainId: elsewhere.chainId });
      // The wallet page started no such login.
      const socialUri = `${served.url}/window/done#txn=${crypto.randomUUID()}&resultCode=1`;
      expect(await visit.call('GET_USER', { ...asked, socialUri })).toMatchObject({ code: 'LOGIN_EXPIRED' });
      const theme = { themeMode: 'auto', themeVariables: {}, w3mThemeVariables: {} } as never;
      expect(await visit.call('SYNC_THEME', theme)).toMatchObject({ code: 'BAD_MESSAGE' });
      const mails = served.suite.inbox.mails(email).length;
      await visit.open();
      expect(await visit.call('IS_CONNECTED', {})).toEqual({ isConnected: true });
      expect(await visit.call('GET_USER', {})).toEqual({ ...user, preferredAccountType: 'smartAccount' });
      expect(await visit.call('CONNECT_EMAIL', { email })).toEqual({ action: 'CONNECT' });
      expect(served.suite.inbox.mails(email)).toHaveLength(mails);
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'goes on with a sign-in after a reload at the link and at the code',
    async ({ enter, served }) => {
      const email = served.suite.address();
      const visit = await enter();
      expect(await visit.call('CONNECT_EMAIL', { email })).toEqual({ action: 'VERIFY_DEVICE' });
      await visit.open();
      const waiting = awaitedLater(visit.call('CONNECT_DEVICE', {}));
      await visit.followLink(email);
      expect(await waiting).toEqual({ action: 'VERIFY_OTP' });
      await visit.open();
      expect(await visit.call('CONNECT_DEVICE', {})).toEqual({ action: 'VERIFY_OTP' });
      await visit.call('CONNECT_OTP', { otp: visit.code(email) });
      expect(await visit.call('GET_USER', {})).toMatchObject({ email });
      await visit.open();
      expect(await visit.call('CONNECT_DEVICE', {})).toMatchObject({ code: 'OTP_EXPIRED' });
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'has the same addresses in another browser, on another site, and after its storage was wiped [SEC-53]',
    async ({ enter, served }) => {
      const email = served.suite.address();
      const accountsOf = async (visit: WalletVisit) => (await visit.call('GET_USER', {})).accounts;
      const first = await enter();
      await first.signIn(email);
      const accounts = await accountsOf(first);
      const browser = await enter();
      expect(await browser.signIn(email)).toBe('VERIFY_DEVICE');
      expect(await accountsOf(browser)).toEqual(accounts);
      // The browser shares no storage between sites.
      const site = await enter('shop', first.page.context());
      expect(await site.call('IS_CONNECTED', {})).toEqual({ isConnected: false });
      expect(await site.signIn(email)).toBe('VERIFY_DEVICE');
      expect(await accountsOf(site)).toEqual(accounts);
      // Within one site it is the same installation, so a code is enough.
      await first.call('SIGN_OUT', {});
      expect(await first.signIn(email)).toBe('VERIFY_OTP');
      expect(await accountsOf(first)).toEqual(accounts);
      await wipe(first);
      await first.open();
      expect(await first.call('IS_CONNECTED', {})).toEqual({ isConnected: false });
      expect(await first.signIn(email)).toBe('VERIFY_DEVICE');
      expect(await accountsOf(first)).toEqual(accounts);
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'outlives a reload that loses the answer with its next tokens [SEC-41]',
    async ({ enter, served }) => {
      const email = served.suite.address();
      const visit = await enter();
      await visit.signIn(email);
      const user = await visit.call('GET_USER', {});
      const mails = served.suite.inbox.mails(email).length;
      const devtools = await visit.page.context().newCDPSession(frameOf(visit));
      let lost = 0;
      devtools.on('Fetch.requestPaused', ({ requestId, responseStatusCode }) => {
        const isDone = responseStatusCode === 200;
        lost += isDone ? 1 : 0;
        void (isDone
          ? devtools.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
          : devtools.send('Fetch.continueRequest', { requestId }));
      });
      await devtools.send('Fetch.enable', {
        patterns: [{ urlPattern: '*/v1/token/refresh', requestStage: 'Response' }],
      });
      vi.setSystemTime(Date.now() + 10 * 60_000);
      expect(await visit.ask('eth_blockNumber', [])).toMatchObject({ code: 'INTERNAL' });
      expect(lost).toBe(1);
      await visit.open();
      expect(await visit.call('IS_CONNECTED', {})).toEqual({ isConnected: true });
      expect(await visit.call('GET_USER', {})).toEqual(user);
      expect(served.suite.inbox.mails(email)).toHaveLength(mails);
    },
  );

  it("takes a host's token, valid or forged, for no sign-in [SEC-43] [FRAME-16]", async ({
    enter,
    signedIn: visit,
  }) => {
    const events = (await visit.events()) as { type: string; payload: { token: string } }[];
    const token = events.find(({ type }) => type === 'SESSION_UPDATE')?.payload.token ?? '';
    const thief = await enter();
    for (const shown of [token, crypto.randomUUID(), 'forged']) {
      expect(await thief.call('IS_CONNECTED', { token: shown })).toEqual({ isConnected: false });
    }
    expect(await visit.call('IS_CONNECTED', { token })).toEqual({ isConnected: true });
    expect(await visit.call('IS_CONNECTED', {})).toEqual({ isConnected: true });
  });

  it('signs out within 3 s while no service answers, and no token and no Worker is left [SEC-44]', async ({
    enter,
    served,
  }) => {
    const email = served.suite.address();
    const visit = await enter();
    await visit.signIn(email);
    const context = visit.page.context();
    await expect.poll(() => visit.page.workers().length).toBe(1);
    expect(await sessionsOf(visit)).toBe(1);
    await context.setOffline(true);
    const milliseconds = await visit.page.evaluate(async () => {
      const from = performance.now();
      await window.host.frame.call('SIGN_OUT', {});
      return performance.now() - from;
    });
    expect(milliseconds).toBeLessThanOrEqual(3_000);
    expect(await sessionsOf(visit)).toBe(0);
    // Chromium reports the end of a Worker a moment after terminate().
    await expect.poll(() => visit.page.workers().length).toBe(0);
    expect(await visit.call('GET_USER', {})).toMatchObject({ code: 'NOT_CONNECTED' });
    expect(visit.page.workers()).toHaveLength(0);
    await context.setOffline(false);
    // The keyring is created again when needed.
    expect(await visit.signIn(email)).toBe('VERIFY_OTP');
    await expect.poll(() => visit.page.workers().length).toBe(1);
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'signs what the visitor approves: a message, and a transaction that the chain takes',
    async ({ signedIn: visit }) => {
      const { address } = (await visit.call('GET_USER', {})) as { address: `0x${string}` };
      const message = await visit.approved('personal_sign', [stringToHex('Hello'), address]);
      expect(await recoverMessageAddress({ message: 'Hello', signature: message })).toBe(address);
      const chain = createPublicClient({ transport: http(inject('stack').chainA) });
      const coins = [address, toHex(parseEther('1'))];
      await chain.request({ method: 'anvil_setBalance', params: coins } as never);
      const to = `0x${'11'.repeat(20)}` as const;
      const before = await chain.getBalance({ address: to });
      const hash = await visit.approved('eth_sendTransaction', [{ from: address, to, value: '0x5' }]);
      expect(await chain.waitForTransactionReceipt({ hash })).toMatchObject({ status: 'success' });
      expect(await chain.getBalance({ address: to })).toBe(before + 5n);
      // A rejected request signs nothing.
      const refused = awaitedLater(visit.ask('personal_sign', [stringToHex('Hello'), address]));
      await visit.button(/^Reject/).click();
      expect(await refused).toMatchObject({ code: 'REJECTED' });
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'names a token as its list does, with its image, and calls another one unknown',
    async ({ signedIn: visit, served }) => {
      const { address } = (await visit.call('GET_USER', {})) as { address: `0x${string}` };
      const [amount, receiver] = ['bebc20', '11'.repeat(20)].map(text => text.padStart(64, '0'));
      const ask = (to: string) =>
        visit.ask('eth_sendTransaction', [
          { from: address, to, data: `0xa9059cbb${receiver}${amount}`, gas: '0x186a0' },
        ]);
      const change = visit.page.frameLocator('iframe').locator('.change');
      const listed = awaitedLater(ask('0xD011a70000000000000000000000000000000000'));
      await expect.poll(() => change.textContent()).toMatch(/−12.5 DMD\s*Demo Dollar, a known token/);
      const image = change.locator('img');
      await expect
        .poll(() => image.evaluate(one => (one as HTMLImageElement).naturalWidth))
        .toBeGreaterThan(0);
      await visit.button(/^Reject/).click();
      expect(await listed).toMatchObject({ code: 'REJECTED' });
      const other = awaitedLater(ask(`0x${'22'.repeat(20)}`));
      await expect.poll(() => change.textContent()).toContain('Unknown token');
      expect(await change.locator('img').count()).toBe(0);
      await visit.button(/^Reject/).click();
      expect(await other).toMatchObject({ code: 'REJECTED' });
      expect(served.blocked).toEqual([]);
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'holds keys that nobody can export [SEC-49]',
    async ({ signedIn: visit }) => {
      const stored = await frameOf(visit).evaluate(async () => {
        const database = await new Promise<IDBDatabase>((resolve, reject) => {
          const opening = indexedDB.open('latchkit-wallet');
          opening.onsuccess = () => resolve(opening.result);
          opening.onerror = () => reject(opening.error);
        });
        const [kept] = await new Promise<unknown[]>(resolve => {
          const asking = database.transaction('keys').objectStore('keys').getAll();
          asking.onsuccess = () => resolve(asking.result);
        });
        const { signing, sealing, door } = kept as Record<'signing' | 'sealing', CryptoKeyPair> & {
          door: CryptoKey;
        };
        const keys = [signing.privateKey, sealing.privateKey, door];
        const exported = await Promise.allSettled(keys.map(key => crypto.subtle.exportKey('jwk', key)));
        return [keys.map(key => key.extractable), exported.map(({ status }) => status)];
      });
      expect(stored).toEqual([
        [false, false, false],
        ['rejected', 'rejected', 'rejected'],
      ]);
    },
  );
});

/** The document of the wallet page. */
function frameOf({ page, served }: WalletVisit) {
  const frame = page.frames().find(one => one.url().startsWith(served.url));
  if (!frame) throw new Error('There is no wallet page.');
  return frame;
}

/** Returns the number of stored sessions. */
function sessionsOf(visit: WalletVisit): Promise<number> {
  return frameOf(visit).evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('latchkit-wallet');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const counting = opening.result.transaction('sessions').objectStore('sessions').count();
          counting.onsuccess = () => resolve(counting.result);
          opening.result.close();
        };
      }),
  );
}

/** Deletes everything that the browser stores for the wallet page on this site. */
async function wipe(visit: WalletVisit): Promise<void> {
  await frameOf(visit).evaluate(async () => {
    for (const { name = '' } of await indexedDB.databases()) indexedDB.deleteDatabase(name);
  });
}
