import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, vi } from 'vitest';
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
