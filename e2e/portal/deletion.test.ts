import { describe, expect } from 'vitest';
import { checkLooksInFull } from '../support/checkLooks.js';
import type { PortalServices } from './support/PortalVisit.js';
import { it } from './support/portalVisits.js';

/** Makes all devices of all wallets a day older. */
const ageDevices = ({ suite }: PortalServices & { readonly suite: { readonly database: Database } }) =>
  suite.database.query(
    "update latchkit_wallet.wallet_installations set counts_from = counts_from - interval '24 hours'",
  );

interface Database {
  query(text: string): Promise<unknown>;
}

describe('what destroys a wallet', () => {
  it('waits on a new device, which may ask for the deletion, until an old one uses the wallet [SEC-107]', async ({
    portal,
    enter,
  }) => {
    const newcomer = await enter(portal.email, { locale: 'en-GB' });
    await newcomer.logIn();
    await newcomer.open('devices');
    await newcomer.button(/^Revoke Chrome/).click();
    await newcomer.button('Revoke').click();
    await newcomer.shows('Not from this device yet');
    await newcomer.page.getByText(/Use an older one, or try again in 2[34]:\d\d\./).waitFor();
    await checkLooksInFull(newcomer.page, 'devices-not-yet');
    await newcomer.button('Got it').click();
    await newcomer.open('logins');
    await newcomer.open('deletion');
    await newcomer.page.getByText('If you only ask', { exact: false }).waitFor();
    await checkLooksInFull(newcomer.page, 'deletion-ask');
    await newcomer.page.getByRole('checkbox').check();
    await newcomer.confirm(() => newcomer.button('Ask to delete').click());
    await newcomer.shows(/^Your wallet will be deleted on /);
    await newcomer.page.getByText('ends this request.', { exact: false }).waitFor();
    await checkLooksInFull(newcomer.page, 'deletion-asked');
    // The old device opens the page.
    await portal.open('home');
    await portal.page.reload();
    await portal.page.getByText('Someone asked to delete this wallet').waitFor();
    await checkLooksInFull(portal.page, 'home-deletion-ended');
    await newcomer.page.reload();
    await newcomer.shows('Delete wallet');
    await portal.button('Got it').click();
    await portal.page.getByText('Someone asked to delete this wallet').waitFor({ state: 'detached' });
    await portal.page.reload();
    await portal.shows('Your wallet');
    expect(await portal.page.getByText('Someone asked to delete this wallet').count()).toBe(0);
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'is stopped once by an old device that another one revoked',
    async ({ enter, served }) => {
      const owner = await enter();
      await owner.logIn();
      const thief = await enter(owner.email);
      await thief.logIn();
      await ageDevices(served);
      await thief.open('devices');
      await thief.page.reload();
      await thief.button(/^Revoke Chrome/).click();
      await thief.confirm(() => thief.button('Revoke').click());
      await expect.poll(() => thief.page.locator('.pt-rows .pt-row').count()).toBe(1);
      await thief.open('deletion');
      await thief.page.getByRole('checkbox').check();
      await thief.confirm(() => thief.button('Delete in 7 days').click());
      await thief.shows(/^Your wallet will be deleted on /);
      await owner.page.reload();
      await owner.shows('Log in to your wallet');
      await owner.page.getByText(/^This device was revoked on /).waitFor();
      await checkLooksInFull(owner.page, 'login-revoked');
      await owner.button('Keep my wallet').click();
      await owner.page.getByText('The deletion was cancelled.').waitFor();
      await owner.button('Freeze my wallet').click();
      await owner.page.getByText(/The wallet is frozen until /).waitFor();
      await thief.page.reload();
      await thief.shows('Delete wallet');
    },
  );

  // Last, because the pages keep the language.
  it.runIf(process.env.LATCHKIT_FULL)('is explained in every language', async ({ enter }) => {
    const owner = await enter();
    await owner.logIn();
    const newcomer = await enter(owner.email);
    await newcomer.logIn();
    const { page } = newcomer;
    for (const locale of ['de', 'ar']) {
      await page.addInitScript(language => {
        Object.defineProperty(navigator, 'languages', { configurable: true, get: () => [language] });
      }, locale);
      await newcomer.open('deletion');
      await page.reload();
      await page.locator('main h1').waitFor();
      await checkLooksInFull(page, `deletion-ask-${locale}`);
      await newcomer.open('devices');
      await page.locator('.pt-rows .pt-row button').last().click();
      await page.locator('dialog button').last().click();
      await page.locator('dialog a[href="#freeze"]').waitFor();
      await checkLooksInFull(page, `devices-not-yet-${locale}`);
    }
  });
});
