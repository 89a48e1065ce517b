import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, onTestFinished, vi } from 'vitest';
import { awaitedLater } from '../../scripts/lib/awaitedLater.mjs';
import { exportWallet, importedAddresses } from '../portal/support/exportWallet.js';
import { PortalVisit } from '../portal/support/PortalVisit.js';
import { checkLooksInFull, WINDOW } from '../support/checkLooks.js';
import type { WalletVisit } from './support/WalletVisit.js';
import { it } from './support/walletVisits.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Makes the frame as wide as the modal, which shows it. */
const widen = ({ page }: WalletVisit) =>
  page.evaluate(() => Object.assign(window.host.frame.element()?.style ?? {}, { width: '360px' }));

/** Opens the portal from a host page, with one press in the wallet window if needed. */
async function manage(visit: WalletVisit): Promise<Page> {
  const done = awaitedLater(visit.call('MANAGE_WALLET', {}));
  await widen(visit);
  const shown = await visit.openWindow();
  const go = shown.locator('.actions').getByRole('button', { name: 'Continue' });
  const home = shown.getByRole('heading', { name: 'Your wallet', exact: true });
  await go.or(home).waitFor();
  if (await go.isVisible()) {
    await checkLooksInFull(shown, 'window-manage', WINDOW);
    await visit.press(go);
  }
  await home.waitFor();
  expect(await done).toEqual({});
  return shown;
}

/** Starts a login that waits for its link. */
async function waitForLink(visit: WalletVisit, email: string): Promise<void> {
  vi.setSystemTime(Date.now() + 31_000);
  expect(await visit.call('CONNECT_EMAIL', { email })).toEqual({ action: 'VERIFY_DEVICE' });
}

const accountsOf = async (visit: WalletVisit) => (await visit.call('GET_USER', {})).accounts;

describe("this browser's wallet", () => {
  it('is managed and exported without a wait or a link, and opens on another site with one press [SEC-53]', async ({
    enter,
    served,
  }) => {
    const email = served.suite.address();
    const visit = await enter();
    await visit.signIn(email);
    const accounts = await accountsOf(visit);
    const [evm, solana] = accounts.map(({ address }) => address);
    const portal = await manage(visit);
    const exported = await exportWallet(new PortalVisit(portal, served, email));
    expect(await importedAddresses(exported)).toEqual({ evm, solana });
    // The portal cut its opener, and the user is logged in there from now on.
    expect(await portal.evaluate(() => window.opener)).toBe(null);
    await portal.close();
    await (await manage(visit)).close();

    const site = await enter('shop', visit.page.context());
    await waitForLink(site, email);
    const done = awaitedLater(site.call('CONNECT_SIBLING', { email }));
    await widen(site);
    const shown = await site.openWindow();
    await shown.getByRole('heading', { name: /^Use this browser’s wallet on shop\./ }).waitFor();
    await checkLooksInFull(shown, 'window-sibling', WINDOW);
    await site.press(shown.locator('.actions').getByRole('button', { name: 'Use my wallet' }));
    expect(await done).toEqual({});
    expect(await accountsOf(site)).toEqual(accounts);
    expect(await site.approved('personal_sign', ['0x6869', evm])).toMatch(/^0x/);
    expect(served.blocked).toEqual([]);
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'opens on another site whose opener policy keeps windows apart, which the window names as W registered it',
    async ({ enter, served, sites }) => {
      const email = served.suite.address();
      const visit = await enter();
      await visit.signIn(email);
      await (await manage(visit)).close();
      sites.rules.opener = 'same-origin';
      onTestFinished(() => {
        delete sites.rules.opener;
      });
      const site = await enter('shop', visit.page.context());
      await waitForLink(site, email);
      const done = awaitedLater(site.call('CONNECT_SIBLING', { email }));
      await widen(site);
      const shown = await site.openWindow();
      await shown.getByText(/^Registered as “.+”$/).waitFor();
      expect(await shown.locator('.origin').textContent()).toBe(new URL(site.page.url()).origin);
      expect(await shown.evaluate(() => window.opener)).toBe(null);
      await site.press(shown.locator('.actions').getByRole('button', { name: 'Use my wallet' }));
      expect(await done).toEqual({});
      expect(await accountsOf(site)).toEqual(await accountsOf(visit));
      expect(served.blocked).toEqual([]);
    },
  );

  it('shows nothing of it to the host page, and nothing to a window that others opened [SEC-53]', async ({
    enter,
    served,
  }) => {
    const email = served.suite.address();
    const visit = await enter();
    await visit.signIn(email);
    await (await manage(visit)).close();
    const site = await enter('shop', visit.page.context());
    await waitForLink(site, email);
    await site.page.evaluate(() => {
      const heard: string[] = [];
      Object.assign(window, { heard });
      addEventListener('message', ({ data }) => heard.push(JSON.stringify(data)));
    });
    const id = crypto.randomUUID();
    const done = awaitedLater(
      site.page.evaluate(
        ([given, asked]) => window.host.frame.call('CONNECT_SIBLING', { email: asked }, { id: given }),
        [id, email] as const,
      ),
    );
    const url = `${served.url}/window#${id}`;
    await widen(site);
    await site.button(/^Review in the wallet window/).waitFor();
    // A page that does not hold the wallet page.
    const stranger = await visit.page.context().newPage();
    await stranger.goto(`${site.hostUrl}/host.html`);
    const [wrong] = await Promise.all([
      stranger.context().waitForEvent('page'),
      stranger.evaluate(address => void window.open(address), url),
    ]);
    // The host page itself opens it, as the SDK does.
    const [shown] = await Promise.all([
      site.page.context().waitForEvent('page'),
      site.page.evaluate(address => void window.open(address), url),
    ]);
    await site.press(shown.locator('.actions').getByRole('button', { name: 'Use my wallet' }));
    expect(await done).toEqual({});
    expect(await wrong.locator('.actions').count()).toBe(0);
    expect(await site.page.evaluate(() => Reflect.get(window, 'heard'))).toEqual([]);
    expect(JSON.stringify(await site.events())).not.toMatch(/jwe|sealedSeed|txn/);
  });

  it('tells the page nothing of a wrong guess of the address, or of a browser without a wallet, until the user presses [SEC-125]', async ({
    enter,
    served,
  }) => {
    const refused = async (visit: WalletVisit, email: string, text: RegExp) => {
      await waitForLink(visit, email);
      const done = awaitedLater(visit.call('CONNECT_SIBLING', { email }));
      let isAnswered = false;
      const answered = awaitedLater(
        done.finally(() => {
          isAnswered = true;
        }),
      );
      await widen(visit);
      const shown = await visit.openWindow();
      await shown.getByText(text).waitFor();
      // What the window had told by now would be before this in the page's messages.
      expect(await visit.call('IS_CONNECTED', {})).toEqual({ isConnected: false });
      expect([isAnswered, shown.isClosed()]).toEqual([false, false]);
      const closed = awaitedLater(shown.waitForEvent('close'));
      await shown.getByRole('button', { name: 'Close' }).click();
      expect(await answered).toMatchObject({ code: 'REJECTED' });
      await closed;
      expect(await visit.call('IS_CONNECTED', {})).toEqual({ isConnected: false });
    };
    const visit = await enter();
    await refused(visit, served.suite.address(), /hasn’t been opened/);
    await visit.signIn(served.suite.address());
    await (await manage(visit)).close();
    const site = await enter('shop', visit.page.context());
    await refused(site, served.suite.address(), /belongs to/);
  });
});
