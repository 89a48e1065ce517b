import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, onTestFinished, vi } from 'vitest';
import { changingOwner, plugIn, prf } from '../../apps/frame/src/account/changingOwner.test-support.js';
import { awaitedLater } from '../../scripts/lib/awaitedLater.mjs';
import { PortalVisit } from '../portal/support/PortalVisit.js';
import { checkLooksInFull, WINDOW } from '../support/checkLooks.js';
import { pressSocial } from '../support/socialLogin.js';
import type { ModalVisit } from './support/ModalVisit.js';
import type { ServedWallet } from './support/walletServices.js';
import { it } from './support/walletVisits.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const HOUR = 3_600_000;

/** How many wrong passwords are typed. */
const WRONG_PASSWORDS = process.env.LATCHKIT_FULL ? 5 : 1;

/** What the modal says, with the moment at which the wallet opens. */
const laterText = (opensAt: number) => {
  const minute = Math.ceil(opensAt / 60_000) * 60_000;
  const time = new Intl.DateTimeFormat('en-GB', {
    ...{ weekday: 'long', day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' },
  } as const).format(minute);
  return `This browser opens your wallet on ${time}.`;
};

/** When the newest recovery that waits may open its wallet, by the services' clock. */
async function opensAt({ suite }: ServedWallet): Promise<number> {
  const [row] = await suite.database.query(
    `select extract(epoch from opens_at) * 1000 as "opensAt"
     from latchkit_vault.waiting_recoveries order by created_at desc limit 1`,
  );
  return Number(row?.opensAt);
}

/** Lets the page look again, as it does when the visitor comes back to its tab. */
const comeBack = ({ page }: ModalVisit) =>
  page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')));

describe('a login to a wallet with a recovery delay', () => {
  it.runIf(process.env.LATCHKIT_FULL)(
    'says when the wallet opens, also after a reload, and continues days later without a press',
    async ({ enterModal, served }) => {
      const { email, wallet, change } = await changingOwner(served.suite);
      await change.setDelay(72);
      const visit = await enterModal();
      await visit.open();
      await visit.enter(email);
      await visit.followLink(email);
      const said = await visit.says('Your wallet opens later');
      expect(said).toContain(laterText(await opensAt(served)));
      await visit.open();
      expect(await visit.says('Your wallet opens later')).toBe(said);
      const mails = served.suite.inbox.mails(email).length;
      // Six of the seven days after the delay have passed.
      vi.setSystemTime(Date.now() + 9 * 24 * HOUR);
      await visit.open();
      await visit.typeCode(email);
      expect(await visit.connected()).toBe(wallet.addresses.evm);
      const later = served.suite.inbox.mails(email).slice(mails);
      // No other link was needed.
      expect(later.filter(({ text }) => text.includes('/approve'))).toEqual([]);
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'says that it was cancelled on another device, or that the wallet was frozen, and what to do',
    async ({ browser, enterModal, served }) => {
      const email = served.suite.address();
      const portalContext = await browser.newContext();
      onTestFinished(() => portalContext.close());
      const portal = new PortalVisit(await portalContext.newPage(), served, email);
      await portal.logIn();
      await portal.goTo('Protection');
      await portal.confirm(() => portal.button('24 hours').click());
      await portal.button('Change it').click();
      await expect.poll(() => portal.button('24 hours').getAttribute('aria-pressed')).toBe('true');
      const visit = await enterModal();
      await visit.open();
      await visit.enter(email);
      await visit.followLink(email);
      await visit.says('Your wallet opens later');
      await portal.page.reload();
      await portal.shows('Someone is recovering this wallet');
      await portal.button('Cancel recovery').click();
      await portal.page
        .getByRole('heading', { name: 'Someone is recovering this wallet' })
        .waitFor({ state: 'detached' });
      await comeBack(visit);
      expect(await visit.says('Login cancelled')).toContain('start again. The full wait applies again.');

      await visit.passCooldown();
      await visit.demo.button('Start again').click();
      await visit.says('Approve this device');
      await visit.followLink(email);
      await visit.says('Your wallet opens later');
      await portal.open('freeze');
      await portal.button('Freeze for 72 hours').click();
      await portal.shows('Your wallet is frozen');
      await comeBack(visit);
      expect(await visit.says('Your wallet is frozen')).toContain('It stays frozen until ');
      await visit.open();
      await visit.says('Your wallet is frozen');
      // The freeze has ended, and so has the delay.
      vi.setSystemTime(Date.now() + 73 * HOUR);
      await comeBack(visit);
      await visit.typeCode(email);
      await visit.connected();
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'by a provider says when to log in again, also after a reload; that then opens the wallet',
    async ({ enterModal, served }) => {
      const { suite } = served;
      const logIn = async (visit: ModalVisit) => {
        await visit.open();
        const popup = await pressSocial(visit.demo);
        await popup.getByRole('button', { name: 'Continue as Ada' }).click();
      };
      const first = await enterModal();
      await logIn(first);
      const address = await first.connected();
      await suite.database.query(
        `update latchkit_vault.subjects set recovery_delay = 24 where provider <> 'email'`,
      );
      const visit = await enterModal();
      await logIn(visit);
      const said = await visit.says('Not in this browser yet');
      expect(said).toContain('Log in here again after that');
      await visit.open();
      expect(await visit.says('Not in this browser yet')).toBe(said);
      await visit.passTime(25 * HOUR);
      await visit.open();
      await visit.says('The wait is over');
      // A provider needs a press; its window opens from no other.
      const popup = awaitedLater(visit.page.context().waitForEvent('page'));
      await visit.demo.button('Continue with Google').click();
      await (await popup).getByRole('button', { name: 'Continue as Ada' }).click();
      expect(await visit.connected()).toBe(address);
      const kept = await visit.page.evaluate(() => localStorage.getItem('latchkit.v1.pending_login'));
      expect(kept).toBe(null);
    },
  );
});

describe('a login to a wallet that was frozen before its code', () => {
  it('says until when, also after a reload, and the visitor logs in after that', async ({
    enterModal,
    served,
  }) => {
    const { email, wallet } = await changingOwner(served.suite);
    const visit = await enterModal();
    await visit.open();
    await visit.enter(email);
    await visit.followLink(email);
    await visit.demo.shows('EmailVerifyOtp', 'Log in');
    const until = new Date(Date.now() + 72 * HOUR);
    for (const owners of ['latchkit_wallet.users', 'latchkit_vault.subjects'])
      await served.suite.database.query(`update ${owners} set frozen_until = $1`, [until]);
    await visit.typeCode(email);
    const said = await visit.says('Your wallet is frozen');
    expect(said).toContain('It stays frozen until ');
    await visit.open();
    expect(await visit.says('Your wallet is frozen')).toBe(said);
    await visit.passTime(73 * HOUR);
    await visit.open();
    await visit.says('The wait is over');
    await visit.demo.button('Start again').click();
    await visit.followLink(email);
    await visit.typeCode(email);
    expect(await visit.connected()).toBe(wallet.addresses.evm);
  });
});

describe('a wallet in passkey mode', () => {
  it.for(
    process.env.LATCHKIT_FULL ? ['same-origin-allow-popups', 'same-origin'] : ['same-origin-allow-popups'],
  )(
    'opens on a new site once its passkey was used, in one wallet window, with the opener policy %s [SEC-55]',
    async (opener, { enterModal, served, sites }) => {
      sites.rules.opener = opener;
      onTestFinished(() => {
        delete sites.rules.opener;
      });
      const { suite } = served;
      const passkeys = plugIn(suite, prf);
      const { email, wallet, change } = await changingOwner(suite);
      await change.addPasskey('Key', 'Ada');
      const visit = await enterModal();
      const { page } = visit;
      // Chromium's authenticators keep the secret of `prf`, so that of the test answers in the window.
      await page.context().exposeFunction('useKey', (challenge: string, salt: string) => {
        const [key] = passkeys;
        if (key === undefined) throw new Error('There is no passkey.');
        return { ...key.use(challenge), prf: key.prf(salt).toString('base64url') };
      });
      await page.context().addInitScript(answerInPage);
      await visit.open();
      await visit.enter(email);
      await visit.followLink(email);
      const windows: Page[] = [];
      page.context().on('page', opened => windows.push(opened));
      await visit.typeCode(email);
      const shown = await visit.openWindow();
      await shown.getByText('Open your wallet with a passkey').waitFor();
      await checkLooksInFull(shown, 'window-passkey', WINDOW);
      await visit.approveIn(shown);
      expect(await visit.connected()).toBe(wallet.addresses.evm);
      await visit.demo.isClosed();
      expect(windows).toHaveLength(1);
      expect(served.blocked).toEqual([]);
    },
  );
});

describe('a wallet in password mode', () => {
  it.runIf(process.env.LATCHKIT_FULL)(
    'opens on a new site once its password was typed in the wallet window, and after too many wrong ones says when it does again',
    async ({ enterModal, served }) => {
      plugIn(served.suite);
      const { email, wallet, change } = await changingOwner(served.suite);
      await change.setPassword('four words from nowhere');
      const visit = await enterModal();
      const logIn = async () => {
        await visit.open();
        await visit.enter(email);
        await visit.followLink(email);
        await visit.typeCode(email);
      };
      const tryOne = async (password: string) => {
        const shown = await visit.openWindow();
        await shown.getByLabel('Password of your wallet').fill(password);
        if (password !== 'another') await checkLooksInFull(shown, 'window-password', WINDOW);
        // The host's page never has the field.
        for (const one of visit.page.frames()) {
          expect(await one.getByLabel('Password of your wallet').count()).toBe(0);
        }
        await visit.approveIn(shown);
      };
      await logIn();
      for (let tries = 0; tries < WRONG_PASSWORDS; tries += 1) await tryOne('another');
      const { database } = served.suite;
      const counted = async () =>
        (await database.query(`select count from latchkit_vault.counters where key like 'password:%'`)).map(
          ({ count }) => Number(count),
        );
      await expect.poll(counted).toEqual([WRONG_PASSWORDS, WRONG_PASSWORDS]);
      // As after the fifth: the services of the test allow 1000 times as many.
      await database.query(`update latchkit_vault.counters set count = 5000 where key like 'password:%'`);
      await tryOne('four words from nowhere');
      await visit.demo.shows('EmailVerifyOtp');
      const problem = visit.demo.modal.getByText(/^Too many wrong passwords/);
      expect(await problem.textContent()).toMatch(/You can log in again from .*\d\d:\d\d\.$/);
      vi.setSystemTime(Date.now() + HOUR);
      await logIn();
      await tryOne('four words from nowhere');
      expect(await visit.connected()).toBe(wallet.addresses.evm);
    },
  );
});

/** Runs in the page. */
function answerInPage(): void {
  const text = (bytes: ArrayBuffer) =>
    btoa(String.fromCharCode(...new Uint8Array(bytes)))
      .replace(/\+/g, '-')
      .replace(/\//g, '_')
      .replace(/=/g, '');
  const bytes = (value: string) =>
    Uint8Array.from(atob(value.replace(/-/g, '+').replace(/_/g, '/')), one => one.charCodeAt(0)).buffer;
  const page = window as unknown as {
    useKey(
      challenge: string,
      salt: string,
    ): Promise<{
      readonly id: string;
      readonly prf: string;
      readonly response: Readonly<Record<string, string>>;
    }>;
  };
  navigator.credentials.get = async (options = {}) => {
    const { challenge, extensions } = options.publicKey ?? {};
    const [{ first } = {}] = Object.values(extensions?.prf?.evalByCredential ?? {});
    const used = await page.useKey(
      text(challenge as ArrayBuffer),
      text((first as Uint8Array<ArrayBuffer>).buffer),
    );
    const response = Object.fromEntries(
      Object.entries(used.response).map(([name, value]) => [name, bytes(value)]),
    );
    return {
      id: used.id,
      response,
      getClientExtensionResults: () => ({ prf: { results: { first: bytes(used.prf) } } }),
    } as unknown as Credential;
  };
}
