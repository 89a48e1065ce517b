import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, vi } from 'vitest';
import { awaitedLater } from '../../scripts/lib/awaitedLater.mjs';
import { checkLooksInFull, WINDOW } from '../support/checkLooks.js';
import { continueToProvider } from '../support/continueToProvider.js';
import { pressSocial } from '../support/socialLogin.js';
import type { ModalVisit } from './support/ModalVisit.js';
import { pressArmed } from './support/pressArmed.js';
import { it } from './support/walletVisits.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const entryOf = ({ demo }: ModalVisit) => demo.button('Manage wallet');

/** Presses 'Manage wallet', and returns the tab that opens. */
async function press(visit: ModalVisit): Promise<Page> {
  const opened = visit.page.context().waitForEvent('page');
  await entryOf(visit).click();
  return opened;
}

const consentIn = (tab: Page) => tab.locator('.actions').getByRole('button', { name: 'Continue' });

const portalIn = (tab: Page) => tab.getByRole('heading', { name: 'Your wallet', exact: true });

/** Replaces `window.open` of the page for one press, as a browser that blocks pop-ups. */
const blockNext = ({ page }: ModalVisit) =>
  page.evaluate(() => {
    const { open } = window;
    window.open = () => {
      window.open = open;
      return null;
    };
  });

describe("'Manage wallet' on Account", () => {
  it('leads a user without an email address to a login again, and on to what it protects', async ({
    enterModal,
  }) => {
    const visit = await enterModal();
    await visit.open();
    const popup = await pressSocial(visit.demo);
    const closed = awaitedLater(popup.waitForEvent('close'));
    await popup.getByRole('button', { name: 'Continue as Ada' }).click();
    await closed;
    await visit.connected();
    await visit.openAccount();
    const portal = await press(visit);
    await pressArmed(consentIn(portal));
    await portalIn(portal).waitFor();
    // The wallet window vouched for this session: nobody has logged in here.
    await portal.goto(new URL('#export', portal.url()).href);
    const step = portal.locator('main');
    await step.getByRole('button', { name: 'Show my words' }).click();
    await step.getByText('This takes a fresh login with Google', { exact: false }).waitFor();
    await checkLooksInFull(portal, 'export-log-in-again', WINDOW);
    await step.locator('.pt-form').getByRole('button', { name: 'Log out', exact: true }).click();
    await portal.getByRole('button', { name: 'Continue with Google' }).click();
    await continueToProvider(portal);
    await portal.getByRole('button', { name: 'Continue as Ada' }).click();
    await portalIn(portal).waitFor();
    await portal.goto(new URL('#export', portal.url()).href);
    await step.getByRole('button', { name: 'Show my words' }).click();
    await step.getByRole('button', { name: 'Continue', exact: true }).click();
    await portal.getByRole('heading', { name: 'Your 24 words' }).waitFor();
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'goes on after its window was closed, the wallet service was away, or the window was blocked',
    async ({ enterModal, served }) => {
      const visit = await enterModal();
      const { page, demo } = visit;
      await visit.logIn(served.suite.address());
      await visit.openAccount();
      const closed = await press(visit);
      await consentIn(closed).waitFor();
      await closed.close();
      // The wallet page opens it again.
      const again = await visit.openWindow();
      await consentIn(again).waitFor();
      await page.context().route(`${served.url}/v1/**`, route => route.abort());
      await pressArmed(consentIn(again));
      await again.getByText('That didn’t work.', { exact: false }).waitFor();
      await page.context().unroute(`${served.url}/v1/**`);
      await pressArmed(consentIn(again));
      await portalIn(again).waitFor();
      await again.close();
      await demo.shows('Account');

      await blockNext(visit);
      await entryOf(visit).click();
      // The user is logged in at the portal by now.
      const unblocked = await visit.openWindow();
      await portalIn(unblocked).waitFor();
      await demo.shows('Account');
    },
  );

  it('leads to the portal also under an opener policy that keeps windows apart; neither page has a handle on the other', async ({
    enterModal,
    served,
    sites,
    onTestFinished,
  }) => {
    const visit = await enterModal();
    await visit.logIn(served.suite.address());
    sites.rules.opener = 'same-origin';
    onTestFinished(() => {
      delete sites.rules.opener;
    });
    await visit.openAccount();
    // A window that the host page opens can't be reached then, so it closes, and the wallet page opens one.
    const apart = await press(visit);
    if (!apart.isClosed()) await apart.waitForEvent('close');
    const reached = await visit.openWindow();
    await pressArmed(consentIn(reached));
    await portalIn(reached).waitFor();
    await visit.demo.shows('Account');

    delete sites.rules.opener;
    await visit.openAccount();
    await visit.page.evaluate(() => {
      const { open } = window;
      window.open = (...asked) => {
        const opened = open.apply(window, asked);
        Object.assign(window, { opened });
        return opened;
      };
    });
    const direct = await press(visit);
    await portalIn(direct).waitFor();
    expect(await direct.evaluate(() => window.opener)).toBe(null);
    expect(await visit.page.evaluate(() => (Reflect.get(window, 'opened') as Window).closed)).toBe(true);
  });
});
