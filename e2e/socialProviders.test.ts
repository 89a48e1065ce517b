import { loginWith } from 'latchkit/testing';
import { describe, expect } from 'vitest';
import { type DemoPage, eventually } from './support/DemoPage.js';
import { it } from './support/demo.js';
import { blockPopups, login, openConnect, pressSocial, signInIsAsked } from './support/socialLogin.js';

const NAMES = {
  google: 'Google',
  x: 'X',
  discord: 'Discord',
  apple: 'Apple',
  github: 'GitHub',
  facebook: 'Facebook',
} as const;
type Provider = keyof typeof NAMES;
const PROVIDERS = Object.keys(NAMES) as Provider[];

/** The heading after each failure that the development identity provider offers. */
const HEADINGS: Readonly<Record<string, RegExp>> = {
  providerError: /can’t be reached/,
  tokenError: /can’t be reached/,
  tokenGarbage: /didn’t work/,
  tokenHang: /can’t be reached/,
  tokenLarge: /didn’t work/,
  clockFast: /isn’t set up/,
  clockSlow: /isn’t set up/,
  wrongIssuer: /didn’t work/,
  wrongAudience: /didn’t work/,
  wrongNonce: /didn’t work/,
  wrongSignature: /didn’t work/,
  algorithmNone: /didn’t work/,
};

/** The first login of someone new, by popup. */
async function logsIn(demo: DemoPage, provider: Provider): Promise<void> {
  await openConnect(demo);
  await loginWith(demo.page, provider);
  await demo.reads('status', 'connected');
  await eventually(async () => (await login(demo.page)).socialProvider, provider);
  expect((await login(demo.page)).isConnected).toBe(true);
  expect(await demo.read('address')).toMatch(/^0x[0-9a-fA-F]{40}$/);
}

/** Logs in as someone new in the tab itself. */
async function logsInHere(demo: DemoPage, provider: Provider): Promise<void> {
  await blockPopups(demo.page);
  await demo.button(`Continue with ${NAMES[provider]}`).click();
  await demo.button('Continue in this tab').click();
  await demo.page.getByRole('button', { name: 'Continue as someone new' }).click();
}

describe('the first login by popup', () => {
  it('works with github [LOG-03]', ({ demo }) => logsIn(demo, 'github'));
  it('works with apple [LOG-04]', ({ demo }) => logsIn(demo, 'apple'));
  it('works with facebook [LOG-05]', ({ demo }) => logsIn(demo, 'facebook'));
  it('works with x [LOG-06]', ({ demo }) => logsIn(demo, 'x'));
  it('works with discord [LOG-07]', ({ demo }) => logsIn(demo, 'discord'));

  it('works with a provider that cuts the link to its opener, and ends if the visitor closed the popup', async ({
    demo,
  }) => {
    await openConnect(demo);
    const popup = await pressSocial(demo, 'Continue with X');
    await popup.getByRole('button', { name: 'Cut the link to the opener' }).click();
    // The popup now reads as closed.
    await demo.button('I closed the window').click();
    await demo.modal.getByRole('heading', { name: 'The window was closed' }).waitFor();
    const again = await pressSocial(demo, 'Try again');
    await again.getByRole('button', { name: 'Cut the link to the opener' }).click();
    await demo.button('I closed the window').waitFor();
    await again.getByRole('button', { name: 'Continue as someone new' }).click();
    await demo.reads('status', 'connected');
    await demo.isClosed();
    await eventually(async () => (await login(demo.page)).socialProvider, 'x');
  });
});

describe('a logged-in visitor', () => {
  it('is asked to log out before another login, also with a wallet connected', async ({ demo, page }) => {
    const addWallet = async () => {
      await demo.connectButton.click();
      await demo.shows('Account');
      await demo
        .button('Switch wallet')
        .or(demo.modal.getByRole('button', { name: /Switch wallet/ }))
        .click();
      await demo.shows('ProfileWallets');
      await demo.button('Add wallet').click();
      await demo.shows('Connect');
      await demo.modal.getByText('Logged in as Ada Lovelace').waitFor();
      expect(await demo.modal.getByRole('button', { name: /^Continue with/ }).count()).toBe(0);
      expect(await demo.modal.getByRole('textbox', { name: 'Email address' }).count()).toBe(0);
    };
    await openConnect(demo, 'wallet=1&multiWallet=1&prompt=auto');
    await loginWith(page, 'google', { as: 'Ada' });
    await demo.reads('status', 'connected');
    await demo.isClosed();
    await addWallet();
    await demo.button('Demo Wallet').click();
    await eventually(() => page.evaluate(() => window.demo.kit.store.getState().connections.length), 2);
    await demo.leave();
    await addWallet();
    await demo.button('Log out to use another login').click();
    await demo.button('Continue with Google').waitFor();
    await demo.modal.getByRole('textbox', { name: 'Email address' }).waitFor();
    await demo.reads('status', 'connected');
    await expect.poll(async () => (await login(page)).auth).toBeUndefined();
    // The modal stays open for the other login.
    await demo.button('Continue with Google').click({ trial: true });
  });
});

describe.runIf(process.env.LATCHKIT_FULL)(
  'every provider, by popup and in the tab itself',
  { timeout: 120_000 },
  () => {
    for (const provider of PROVIDERS) {
      it(`${provider} by popup: a required sign-in is asked for, and cancelling it leaves nothing connected`, async ({
        demo,
        page,
      }) => {
        await openConnect(demo, 'siwx=required');
        await loginWith(page, provider);
        await signInIsAsked(demo);
        await page.reload();
        await signInIsAsked(demo);
        await demo.button('Cancel').click();
        await demo.reads('status', 'disconnected');
      });

      it(`${provider} in the tab: a required sign-in is asked for, and cancelling it leaves nothing connected`, async ({
        demo,
        page,
      }) => {
        await openConnect(demo, 'siwx=required');
        await logsInHere(demo, provider);
        await signInIsAsked(demo);
        await page.reload();
        await signInIsAsked(demo);
        await demo.button('Cancel').click();
        await demo.reads('status', 'disconnected');
      });

      it(`${provider} by popup: every failure is explained, and the next try works`, {
        timeout: 300_000,
      }, async ({ demo }) => {
        await openConnect(demo);
        let popup = await pressSocial(demo, `Continue with ${NAMES[provider]}`);
        const failure = popup.getByLabel('Failure');
        // The popup opens empty.
        await failure.waitFor();
        const faults = await failure
          .locator('option')
          .evaluateAll(options => options.map(option => (option as HTMLOptionElement).value).filter(Boolean));
        expect(faults.length).toBeGreaterThan(3);
        for (const fault of faults) {
          await popup.getByLabel('Failure').selectOption(fault);
          await popup.getByRole('button', { name: 'Continue as Ada' }).click();
          await demo.modal.getByRole('heading', { name: HEADINGS[fault] ?? 'unknown' }).waitFor();
          expect(await demo.read('status')).toBe('disconnected');
          popup = await pressSocial(demo, 'Try again');
        }
        await popup.getByRole('button', { name: 'Continue as someone new' }).click();
        await demo.reads('status', 'connected');
      });
    }
  },
);
