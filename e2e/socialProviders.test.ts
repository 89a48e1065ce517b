import { loginWith } from 'latchkit/testing';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { awaitedLater } from '../scripts/lib/awaitedLater.mjs';
import { continueToProvider } from './support/continueToProvider.js';
import { type DemoPage, eventually } from './support/DemoPage.js';
import { it } from './support/demo.js';
import { IPHONE } from './support/phoneVisit.js';
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
  clockFast: /isn’t available right now/,
  clockSlow: /isn’t available right now/,
  foreignIss: /didn’t work/,
  strangeIss: /didn’t work/,
  wrongIssuer: /didn’t work/,
  wrongAudience: /didn’t work/,
  wrongNonce: /didn’t work/,
  wrongSignature: /didn’t work/,
  wrongSigner: /didn’t work/,
  expired: /didn’t work/,
  algorithmNone: /didn’t work/,
  otherParty: /didn’t work/,
  tokenLimited: /can’t be reached/,
  tokenForbidden: /isn’t available right now/,
  apiLimited: /can’t be reached/,
  apiLimitedAs403: /can’t be reached/,
  apiLimitedByCode: /can’t be reached/,
  apiPayment: /isn’t available right now/,
  apiForbidden: /isn’t available right now/,
  inspectLimited: /can’t be reached/,
  inspectLimitedByCode: /can’t be reached/,
};

/** What the development identity provider can do otherwise, without a failure. */
const HARMLESS = ['withoutNonce', 'shortToken', 'otherIssuer', 'oldKey', 'looseIdentity', 'tokenNulls'];

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
  await continueToProvider(demo.page);
  await demo.page.getByRole('button', { name: 'Continue as someone new' }).click();
}

/** Cancels the sign-in that a login asks for, after a reload: nothing stays connected. */
async function cancelsSignIn(demo: DemoPage): Promise<void> {
  await signInIsAsked(demo);
  await demo.page.reload();
  await signInIsAsked(demo);
  await demo.button('Cancel').click();
  await demo.reads('status', 'disconnected');
  await demo.page.reload();
  await demo.reads('status', 'disconnected');
  expect(await demo.read('session')).toBe('none');
}

/** Returns the failures that the page of a development provider offers, once it has loaded. */
async function faultsOf(page: Page): Promise<string[]> {
  const failure = page.getByLabel('Failure');
  await failure.waitFor();
  const values = await failure
    .locator('option')
    .evaluateAll(options => options.map(option => (option as HTMLOptionElement).value));
  return values.filter(value => value !== '' && !HARMLESS.includes(value));
}

/** Waits until the view explains a failure of the provider. */
async function explains(demo: DemoPage, fault: string): Promise<void> {
  await demo.modal.getByRole('heading', { name: HEADINGS[fault] ?? 'unknown' }).waitFor();
  expect(await demo.read('status')).toBe('disconnected');
}

/** Opens the Farcaster app's page for the code that the view shows. */
async function openFarcaster(demo: DemoPage): Promise<Page> {
  const app = await demo.page.context().newPage();
  const url = await demo.modal.locator('[role=img][data-uri]').getAttribute('data-uri');
  await app.goto(url ?? '');
  return app;
}

describe('the first login by popup', () => {
  it('works with github, whose callback names its issuer [LOG-03] (SL-01)', async ({ demo, page }) => {
    const issuers: (string | null)[] = [];
    page.context().on('request', request => {
      const url = new URL(request.url());
      if (url.pathname === '/v1/auth/social/callback') issuers.push(url.searchParams.get('iss'));
    });
    await logsIn(demo, 'github');
    expect(issuers).toEqual([expect.stringMatching(/\/github\/login\/oauth$/)]);
  });
  it('works with apple [LOG-04]', ({ demo }) => logsIn(demo, 'apple'));
  it('works with facebook [LOG-05]', ({ demo }) => logsIn(demo, 'facebook'));
  // The development secret contains - and _, and is compared literally.
  it('works with x [LOG-06] (SL-02)', ({ demo }) => logsIn(demo, 'x'));
  it('works with discord [LOG-07] (SL-02)', ({ demo }) => logsIn(demo, 'discord'));

  it.runIf(process.env.LATCHKIT_FULL)(
    'works with a provider that cuts the link to its opener, and ends if the visitor closed the popup',
    async ({ demo }) => {
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
    },
  );
});

describe('a logged-in visitor', () => {
  it.runIf(process.env.LATCHKIT_FULL)(
    'is asked to log out before another login, also with a wallet connected',
    async ({ demo, page }) => {
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
    },
  );
});

describe.runIf(process.env.LATCHKIT_FULL)('every provider, by popup and in the tab itself', () => {
  for (const provider of PROVIDERS) {
    it(`${provider} by popup: a required sign-in is asked for, and cancelling it leaves nothing connected`, async ({
      demo,
      page,
    }) => {
      await openConnect(demo, 'siwx=required');
      await loginWith(page, provider);
      await cancelsSignIn(demo);
    });

    it(`${provider} in the tab: a required sign-in is asked for, and cancelling it leaves nothing connected`, async ({
      demo,
    }) => {
      await openConnect(demo, 'siwx=required');
      await logsInHere(demo, provider);
      await cancelsSignIn(demo);
    });

    it(`${provider} by popup: every failure is explained, and the next try works`, {
      timeout: 300_000,
    }, async ({ demo }) => {
      await openConnect(demo);
      let popup = await pressSocial(demo, `Continue with ${NAMES[provider]}`);
      const faults = await faultsOf(popup);
      expect(faults.length).toBeGreaterThan(3);
      for (const fault of faults) {
        await popup.getByLabel('Failure').selectOption(fault);
        await popup.getByRole('button', { name: 'Continue as Ada' }).click();
        await explains(demo, fault);
        popup = await pressSocial(demo, 'Try again');
      }
      await popup.getByRole('button', { name: 'Continue as someone new' }).click();
      await demo.reads('status', 'connected');
    });
  }
});

describe.runIf(process.env.LATCHKIT_FULL)('Telegram, in the tab itself', () => {
  it('a required sign-in is asked for, and cancelling it leaves nothing connected', async ({
    demo,
    page,
  }) => {
    await openConnect(demo, 'siwx=required&socials=telegram');
    await demo.button('Continue with Telegram').click();
    await continueToProvider(page);
    await page.getByRole('button', { name: 'Continue as someone new' }).click();
    await cancelsSignIn(demo);
  });

  it('a visitor who refuses or goes back is not connected', async ({ demo, page }) => {
    await openConnect(demo, 'siwx=required&socials=telegram');
    await demo.button('Continue with Telegram').click();
    await continueToProvider(page);
    await page.getByRole('button', { name: 'Refuse' }).click();
    await demo.modal.getByRole('heading', { name: 'Login declined' }).waitFor();
    await demo.button('Try again').click();
    await continueToProvider(page);
    await page.getByRole('button', { name: 'Refuse' }).waitFor();
    await page.goBack();
    await demo.reads('status', 'disconnected');
    await page.reload();
    await demo.reads('status', 'disconnected');
    expect(await demo.read('session')).toBe('none');
  });

  it('every failure is explained, and the next try works', async ({ demo, page }) => {
    await openConnect(demo, 'socials=telegram');
    await demo.button('Continue with Telegram').click();
    await continueToProvider(page);
    const faults = await faultsOf(page);
    expect(faults.length).toBeGreaterThan(2);
    for (const fault of faults) {
      await page.getByLabel('Failure').selectOption(fault);
      await page.getByRole('button', { name: 'Continue as Ada' }).click();
      await explains(demo, fault);
      await demo.button('Try again').click();
      await continueToProvider(page);
    }
    await page.getByRole('button', { name: 'Continue as someone new' }).click();
    await demo.reads('status', 'connected');
  });
});

describe.runIf(process.env.LATCHKIT_FULL)('Farcaster', () => {
  it('by its code: a required sign-in is asked for, and cancelling it leaves nothing connected', async ({
    demo,
    page,
  }) => {
    await openConnect(demo, 'siwx=required');
    await loginWith(page, 'farcaster');
    await cancelsSignIn(demo);
  });

  it('by its link on a phone: a required sign-in is asked for, and cancelling it leaves nothing connected', async ({
    demo,
    page,
  }) => {
    await page.addInitScript(agent => {
      Object.defineProperty(navigator, 'userAgent', { get: () => agent });
    }, IPHONE);
    await openConnect(demo, 'siwx=required');
    await demo.button('Continue with Farcaster').click();
    const opened = awaitedLater(page.context().waitForEvent('page'));
    await demo.modal.getByRole('link', { name: 'Open Farcaster' }).click();
    const app = await opened;
    await app.getByRole('button', { name: 'Continue as someone new' }).click();
    await app.getByRole('heading', { name: 'Logged in' }).waitFor();
    await app.close();
    await cancelsSignIn(demo);
  });

  it('a visitor who leaves the code, or reloads the page, is not connected when the app approves it', async ({
    demo,
    page,
  }) => {
    await openConnect(demo, 'siwx=required');
    for (const leave of [() => demo.leave(), () => page.reload()]) {
      await demo.button('Continue with Farcaster').click();
      const app = await openFarcaster(demo);
      await leave();
      await app.getByRole('button', { name: 'Continue as Ada' }).click();
      await app.getByRole('heading', { name: 'Logged in' }).waitFor();
      await app.close();
      await demo.connectButton.click();
      await demo.shows('Connect');
    }
    // By the end of another login, the frame would have seen the first two.
    await loginWith(page, 'farcaster', { as: 'Noor' });
    await signInIsAsked(demo);
    expect((await login(page)).auth?.username).toBe('noor');
    await cancelsSignIn(demo);
  });

  it('every failure is explained, and the next try works', async ({ demo, page }) => {
    await openConnect(demo);
    await demo.button('Continue with Farcaster').click();
    let app = await openFarcaster(demo);
    const faults = await faultsOf(app);
    expect(faults.length).toBeGreaterThan(4);
    for (const fault of faults) {
      await app.getByLabel('Failure').selectOption(fault);
      await app.getByRole('button', { name: 'Continue as Ada' }).click();
      await app.getByRole('heading', { name: 'Logged in' }).waitFor();
      await app.close();
      await explains(demo, fault);
      await demo.button('Try again').click();
      app = await openFarcaster(demo);
    }
    await app.getByRole('button', { name: 'Continue as someone new' }).click();
    await demo.reads('status', 'connected');
    expect((await login(page)).socialProvider).toBe('farcaster');
  });
});
