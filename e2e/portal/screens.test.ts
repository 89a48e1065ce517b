import { describe, expect } from 'vitest';
import { checkLooks } from '../support/checkLooks.js';
import { resize } from '../support/resize.js';
import type { PortalVisit } from './support/PortalVisit.js';
import { it } from './support/portalVisits.js';

/** A screen of a logged-in user, and how to get there. */
interface Screen {
  readonly name: string;
  readonly reach: (visit: PortalVisit) => Promise<unknown>;
}

const pageOf = (id: string, title: string | RegExp): Screen => ({
  name: id,
  async reach(visit) {
    await visit.open(id);
    await visit.shows(title);
  },
});

/** In the order in which a user can reach them. */
const SCREENS: readonly Screen[] = [
  pageOf('home', 'Your wallet'),
  pageOf('devices', 'Devices'),
  {
    name: 'devices-forget',
    async reach(visit) {
      await visit.button('Forget this one').click();
      await visit.shows('Forget this device?');
    },
  },
  {
    name: 'home-qr',
    async reach(visit) {
      await visit.open('home');
      await visit.button(/^Show the QR code of the address on Ethereum/).click();
      await visit.shows('Receive on Ethereum and other EVM networks');
    },
  },
  pageOf('protection', 'Protection'),
  {
    name: 'protection-password',
    async reach(visit) {
      await visit.button('Use a password instead').click();
      await visit.page.getByLabel('New password').fill('four words from nowhere');
    },
  },
  {
    name: 'protection-code',
    async reach(visit) {
      await visit.button('Cancel').click();
      await visit.passCooldown();
      await visit.button('24 hours').click();
      await visit.shows('Enter the code');
    },
  },
  {
    name: 'protection-change',
    async reach(visit) {
      await visit.enterNewestCode();
      await visit.shows('Change the waiting time?');
    },
  },
  pageOf('logins', 'Logins'),
  {
    name: 'logins-email',
    async reach(visit) {
      await visit.button('Change email address').click();
      await visit.shows('Change email address');
    },
  },
  {
    name: 'logins-consent',
    async reach(visit) {
      await visit.page.getByRole('textbox').fill('another@mail.example');
      await visit.button('Continue').click();
      await visit.shows('Change your email address?');
    },
  },
  pageOf('sites', 'Sites'),
  pageOf('permissions', 'Permissions'),
  pageOf('activity', 'Activity'),
  pageOf('move', 'Move to a new wallet'),
  pageOf('deletion', 'Delete wallet'),
  {
    name: 'deletion-planned',
    async reach(visit) {
      await visit.page.getByRole('checkbox').check();
      await visit.confirm(() => visit.button('Delete in 7 days').click());
      await visit.shows(/^Your wallet will be deleted on /);
    },
  },
  {
    name: 'home-alert',
    async reach(visit) {
      await visit.open('home');
      await visit.page.getByText(/^This wallet will be deleted on /).waitFor();
    },
  },
  {
    name: 'freeze',
    async reach(visit) {
      await visit.open('deletion');
      await visit.button('Keep my wallet').click();
      await visit.shows('Delete wallet');
      await visit.open('freeze');
      await visit.shows('Freeze your wallet');
    },
  },
  {
    name: 'freeze-frozen',
    async reach(visit) {
      await visit.button('Freeze for 72 hours').click();
      await visit.shows('Your wallet is frozen');
    },
  },
  {
    name: 'freeze-code',
    async reach(visit) {
      await visit.passCooldown();
      await visit.button('Unfreeze now').click();
      await visit.shows('Enter the code');
    },
  },
  {
    name: 'freeze-again',
    async reach(visit) {
      await visit.enterNewestCode();
      await visit.shows('Freeze your wallet');
    },
  },
  pageOf('export', 'Export your wallet'),
  {
    name: 'export-code',
    async reach(visit) {
      await visit.passCooldown();
      await visit.button('Send me a code').click();
      await visit.shows('Enter the code');
    },
  },
  {
    name: 'export-words',
    async reach(visit) {
      await visit.enterNewestCode();
      await visit.shows('Your 24 words');
      await visit.page.getByRole('switch').click();
    },
  },
  {
    name: 'export-check',
    async reach(visit) {
      await visit.button('I wrote them down').click();
      await visit.shows('Check your copy');
    },
  },
];

/** Steps and pages with no part that another one does not have too: only the full run checks them. */
const OTHER_STATES = [
  'devices',
  'protection',
  'protection-password',
  'protection-code',
  'protection-change',
  'logins',
  'logins-email',
  'sites',
  'permissions',
  'deletion-planned',
  'freeze',
  'freeze-frozen',
  'freeze-code',
  'freeze-again',
  'export',
];

const DESKTOP = { width: 1280, height: 800 };

describe('axe finds nothing in the portal’s', () => {
  it('login', async ({ enter, served }) => {
    for (const locale of process.env.LATCHKIT_FULL ? ['en', 'de', 'ar'] : ['en']) {
      const { page } = await enter(undefined, { locale });
      await page.goto(`${served.url}/me`);
      await page.getByRole('textbox').waitFor();
      expect(await page.locator('html').getAttribute('dir')).toBe(locale === 'ar' ? 'rtl' : 'ltr');
      await checkLooks(page, `login-${locale}`, DESKTOP);
    }
  });

  it('screens', async ({ portal }) => {
    for (const { name, reach } of SCREENS) {
      await reach(portal);
      if (process.env.LATCHKIT_FULL || !OTHER_STATES.includes(name))
        await checkLooks(portal.page, name, DESKTOP);
    }
  });
});

describe('by keyboard alone', () => {
  it.runIf(process.env.LATCHKIT_FULL)(
    'reaches every page from the navigation, and its title has the focus',
    async ({ portal }) => {
      const { page } = portal;
      await portal.open('home');
      await portal.shows('Your wallet');
      for (const name of ['Devices', 'Logins', 'Sites', 'Activity']) {
        const link = page.getByRole('navigation').getByRole('link', { name }).first();
        for (
          let presses = 0;
          presses < 30 && !(await link.evaluate(one => one === document.activeElement));
          presses += 1
        )
          await page.keyboard.press(presses === 0 ? 'Home' : 'Shift+Tab');
        await page.keyboard.press('Enter');
        await portal.shows(name);
        await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(name);
      }
    },
  );
});

describe('without a picture to guess', () => {
  it('numbers the steps of a move (UX-47)', async ({ portal }) => {
    await portal.open('move');
    await portal.shows('Move to a new wallet');
    const steps = portal.page.locator('ol.pt-list > li');
    const numbers = () =>
      steps.evaluateAll(found =>
        found.map(step => [
          getComputedStyle(step).getPropertyValue('counter-increment'),
          getComputedStyle(step, '::before').content,
          step.querySelector('svg'),
        ]),
      );
    await expect.poll(numbers).toEqual(Array.from({ length: 3 }, () => ['step 1', 'counter(step)', null]));
  });

  it('says what a permission is while there is none (UX-48)', async ({ portal }) => {
    await portal.open('permissions');
    await portal.page.getByText('If you agree, it is listed here, and you can end it at any time.').waitFor();
  });

  it('names every control of the top bar and of the end of a page, also on a phone (UX-49)', async ({
    portal,
  }) => {
    const { page } = portal;
    for (const size of [DESKTOP, { width: 320, height: 640 }]) {
      await resize(page, size);
      for (const id of ['home', 'activity']) {
        await portal.open(id);
        const out = page.getByRole('button', { name: 'Log out', exact: true });
        await expect.poll(() => out.count()).toBe(1);
        const controls = page.locator('.pt-top :is(a, button):visible, .pt-out:visible');
        const seen = await controls.evaluateAll(found =>
          found.map(one => (one as HTMLElement).innerText.trim()),
        );
        expect(seen).toEqual(['Your wallet', 'Freeze', 'Log out']);
      }
    }
    await resize(page, DESKTOP);
  });
});

// Last, because the pages keep the language.
describe('axe finds nothing in other languages in', () => {
  it.runIf(process.env.LATCHKIT_FULL)('all pages', async ({ portal }) => {
    const { page } = portal;
    for (const locale of ['de', 'ar']) {
      await page.addInitScript(language => {
        Object.defineProperty(navigator, 'languages', { configurable: true, get: () => [language] });
      }, locale);
      for (const id of [
        'home',
        'devices',
        'protection',
        'logins',
        'sites',
        'permissions',
        'activity',
        'move',
        'deletion',
        'freeze',
        'export',
      ]) {
        await portal.open(id);
        await page.reload();
        await page.locator('main h1').waitFor();
        expect(await page.locator('html').getAttribute('lang')).toBe(locale);
        await checkLooks(page, `${id}-${locale}`, DESKTOP);
      }
    }
  });
});
