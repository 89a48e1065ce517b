import type { CDPSession, Page } from 'playwright-core';
import { describe, expect, vi } from 'vitest';
import { checkLooksInFull } from '../support/checkLooks.js';
import { continueToProvider } from '../support/continueToProvider.js';
import type { PortalVisit } from './support/PortalVisit.js';
import { it } from './support/portalVisits.js';

/** Adds Chromium's virtual authenticator to a page. */
async function addAuthenticator(page: Page, hasPrf: boolean) {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', ctap2Version: 'ctap2_1', transport: 'internal', hasPrf },
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
      automaticPresenceSimulation: true,
    },
  });
  return { session, authenticatorId };
}

type Authenticator = Awaited<ReturnType<typeof addAuthenticator>>;

/** Gives the passkeys of an authenticator to another page, as those of a user are on all devices. */
async function copyPasskeys({ session, authenticatorId }: Authenticator, page: Page): Promise<void> {
  const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId });
  const to = await addAuthenticator(page, true);
  for (const credential of credentials) {
    const added = { authenticatorId: to.authenticatorId, credential };
    await to.session.send('WebAuthn.addCredential', added);
  }
  // Chromium copies no secret of the PRF extension, which this device does not need.
  await page.addInitScript(answerPrf);
}

/** Makes every passkey of the page give some key. */
function answerPrf() {
  const { getClientExtensionResults } = PublicKeyCredential.prototype;
  PublicKeyCredential.prototype.getClientExtensionResults = function results() {
    return { ...getClientExtensionResults.call(this), prf: { results: { first: new Uint8Array(32) } } };
  };
}

/** Starts to add a passkey, with a fresh code. */
async function addPasskey(visit: PortalVisit): Promise<void> {
  await visit.open('home');
  await visit.open('protection');
  await visit.shows('Protection');
  await visit.confirm(() => visit.button('Add a passkey').first().click());
  await visit.button('Create a passkey').click();
}

describe('the protection of a wallet', () => {
  it.runIf(process.env.LATCHKIT_FULL)(
    'refuses passkeys that give no key, and those that give another one later',
    async ({ portal }) => {
      const { page } = portal;
      const { session, authenticatorId } = await addAuthenticator(page, false);
      await addPasskey(portal);
      await page.getByText('This passkey can’t lock a wallet').waitFor();
      await session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
      await session.detach();
      await addAuthenticator(page, true);
      // Some authenticators derive another key when the passkey is used again.
      await page.evaluate(() => {
        const { get } = navigator.credentials;
        navigator.credentials.get = async options => {
          navigator.credentials.get = get;
          const used = (await get.call(navigator.credentials, options)) as PublicKeyCredential;
          const results = used.getClientExtensionResults();
          used.getClientExtensionResults = () => ({
            ...results,
            prf: { results: { first: new Uint8Array(32) } },
          });
          return used;
        };
      });
      await portal.button('Create a passkey').click();
      await page.getByText('This passkey can’t lock a wallet').waitFor();
      await page.reload();
      await portal.shows('Protection');
      await page.getByText('A new device needs only your login.', { exact: false }).waitFor();
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)('adds a passkey, and asks for a second one', async ({ enter }) => {
    const visit = await enter();
    const { page } = visit;
    await visit.logIn();
    await addAuthenticator(page, true);
    await addPasskey(visit);
    await page.getByText('Your email alone can’t open this wallet.', { exact: false }).waitFor();
    await page.getByText('Now add a second passkey').waitFor();
    await checkLooksInFull(page, 'protection-second-passkey');
    await visit.button('Not now, remind me in a week').click();
    await page.reload();
    await page.getByText('Your email alone can’t open this wallet.', { exact: false }).waitFor();
    expect(await page.getByText('Now add a second passkey').count()).toBe(0);
    await checkLooksInFull(page, 'protection-passkey');
  });

  it('asks for the passkey before the words are shown, and on a new device, also after a reload', async ({
    enter,
  }) => {
    const visit = await enter();
    await visit.logIn();
    await addAuthenticator(visit.page, true);
    await addPasskey(visit);
    await visit.page.getByText('Now add a second passkey').waitFor();
    await visit.open('export');
    await visit.shows('Export your wallet');
    await visit.confirm(() => visit.button('Send me a code').click());
    await visit.shows('Confirm with a passkey');
    await checkLooksInFull(visit.page, 'export-passkey');
    await visit.button('Use a passkey').click();
    await visit.shows('Your 24 words');
    await visit.open('devices');
    await visit.button('Forget this one').click();
    await visit.page.getByRole('dialog').getByRole('button', { name: 'Forget this one' }).click();
    await visit.shows('Log in to your wallet');
    await visit.logIn(async () => {
      await visit.page.reload();
      await visit.shows('Check your email');
    });
    // A device that a passkey opened lets no export wait.
    await visit.open('export');
    await visit.shows('Export your wallet');
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'lets a device that is new to the wallet add a login with a passkey of the wallet only',
    async ({ enter, served }) => {
      const owner = await enter();
      await owner.logIn();
      const other = await enter(owner.email);
      const { page } = other;
      await other.logIn();
      await other.open('logins');
      await other.button('Add Google').click();
      await page
        .getByText('This device has had your wallet for less than 24 hours.', { exact: false })
        .waitFor();
      expect(page.url()).toBe(`${served.url}/me#logins`);
      const passkeys = await addAuthenticator(owner.page, true);
      await addPasskey(owner);
      await owner.page.getByText('Now add a second passkey').waitFor();
      await copyPasskeys(passkeys, page);
      await page.reload();
      await other.button('Add Google').click();
      await continueToProvider(page);
      await page.getByRole('button', { name: 'Continue as someone new' }).click();
      await other.shows('Confirm with a passkey');
      await checkLooksInFull(page, 'logins-passkey');
      await other.button('Use a passkey').click();
      await other.shows('Add this login to your wallet?');
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'sets a password, which a new device needs, and revokes all other devices with it',
    async ({ enter }) => {
      const visit = await enter();
      const { page, email } = visit;
      await visit.logIn();
      await visit.open('protection');
      await visit.shows('Protection');
      await visit.button('Use a password instead').click();
      await visit.shows('Set a wallet password');
      await page.getByLabel('New password').fill('letmein');
      await page.getByText('Weak.', { exact: false }).waitFor();
      expect(await visit.button('Choose a stronger password').isDisabled()).toBe(true);
      await page.getByLabel('New password').fill('four words from nowhere');
      await page.getByLabel('Again').fill('four words from nowhere');
      await page.getByRole('checkbox').check();
      await visit.confirm(() => visit.button('Set the password').click());
      await visit.shows('Protect your wallet with this password?');
      await visit.button('Set the password').click();
      await visit.button('Change the password').waitFor();
      await checkLooksInFull(page, 'protection-with-password');
      const other = await enter(email);
      await other.startLogIn();
      for (const password of ['another', 'four words from nowhere']) {
        await other.shows('Enter your wallet password');
        await other.page.getByLabel('Wallet password').fill(password);
        await other.button('Continue').click();
        if (password !== 'another') continue;
        await other.page.getByText('That password is wrong.', { exact: false }).waitFor();
        await checkLooksInFull(other.page, 'login-password');
      }
      await other.shows('Your wallet');
      await visit.open('devices');
      await page.reload();
      await visit.button('Revoke all but this one').click();
      await visit.shows('Revoke all other devices?');
      await visit.confirm(() => visit.button('Revoke all others').click());
      await page.getByLabel('Wallet password').fill('four other words again');
      await checkLooksInFull(page, 'devices-revoke-all');
      await visit.button('Revoke all others').click();
      await expect.poll(() => page.locator('.pt-rows .pt-row').count(), { timeout: 60_000 }).toBe(1);
      await other.page.reload();
      await other.shows('Log in to your wallet');
      // This device has a set of the new key.
      await visit.open('export');
      await visit.shows(/^Export opens /);
    },
  );

  it('makes a new device wait, which another one cancels', async ({ portal, enter }) => {
    const { page } = portal;
    await portal.open('home');
    await portal.open('protection');
    await portal.shows('Protection');
    await portal.confirm(() => portal.button('24 hours').click());
    await portal.button('Change it').click();
    await expect.poll(() => portal.button('24 hours').getAttribute('aria-pressed')).toBe('true');
    const thief = await enter(portal.email);
    vi.setSystemTime(Date.now() + 31_000);
    await thief.open();
    await thief.page.getByRole('textbox', { name: 'Email address' }).fill(portal.email);
    await thief.page.keyboard.press('Enter');
    await thief.shows('Approve this browser');
    await checkLooksInFull(thief.page, 'login-link');
    const tab = await thief.page.context().newPage();
    await tab.goto(thief.mailed(/(http:\/\/vault\S+)/));
    await tab.getByRole('button', { name: /^Approve/ }).click();
    await expect
      .poll(() => portal.served.suite.inbox.mails(portal.email).at(-1)?.subject)
      .toBe('A new browser will be able to open your wallet');
    await page.reload();
    await portal.shows('Someone is recovering this wallet');
    await checkLooksInFull(page, 'protection-recovery');
    await portal.button('Cancel recovery').click();
    await page
      .getByRole('heading', { name: 'Someone is recovering this wallet' })
      .waitFor({ state: 'detached' });
  });
});
