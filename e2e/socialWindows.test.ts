import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished } from 'vitest';
import { continueToProvider } from './support/continueToProvider.js';
import { type DemoPage, eventually } from './support/DemoPage.js';
import { it } from './support/demo.js';
import { blockPopups, login, openConnect, pressSocial } from './support/socialLogin.js';

const NAMES = {
  google: 'Google',
  apple: 'Apple',
  github: 'GitHub',
  x: 'X',
  discord: 'Discord',
  facebook: 'Facebook',
} as const;
type Provider = keyof typeof NAMES;
const PROVIDERS = Object.keys(NAMES) as Provider[];

/** What cuts the link between the windows on the way. */
const CUTS = {
  'the page of the provider': (page: Page) =>
    page.getByRole('button', { name: 'Cut the link to the opener' }).click(),
  'the sign-on of a company': async (page: Page) => {
    await page.getByRole('button', { name: 'Pass a company’s sign-on' }).click();
    await page.getByRole('heading', { name: 'Company sign-on' }).waitFor();
    expect(new URL(page.url()).hostname).toBe('company.localhost');
    await page.getByRole('link', { name: 'Back to the provider' }).click();
  },
} as const;

/** Waits until the login is done in the page that started it. */
async function isLoggedIn(demo: DemoPage, provider: Provider | 'telegram'): Promise<void> {
  await demo.reads('status', 'connected');
  await eventually(async () => (await login(demo.page)).socialProvider, provider);
  expect(await demo.read('address')).toMatch(/^0x[0-9a-fA-F]{40}$/);
}

/** Leaves for the provider in the tab itself. */
async function leaveInTab(demo: DemoPage, provider: Provider): Promise<void> {
  await blockPopups(demo.page);
  await demo.button(`Continue with ${NAMES[provider]}`).click();
  await demo.button('Continue in this tab').click();
  await continueToProvider(demo.page);
}

/** The demo at an address of its own, whose page keeps windows apart. */
async function serveApart(demo: string): Promise<string> {
  const server = createServer((incoming, outgoing) => {
    const passed = request(
      new URL(incoming.url ?? '/', demo),
      { method: incoming.method, headers: { ...incoming.headers, host: new URL(demo).host } },
      answer => {
        outgoing.writeHead(answer.statusCode ?? 502, {
          ...answer.headers,
          'cross-origin-opener-policy': 'same-origin',
        });
        answer.pipe(outgoing);
      },
    );
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>(done => server.listen(0, 'localhost', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

describe.runIf(process.env.LATCHKIT_FULL)('a login whose windows lose each other', () => {
  for (const provider of PROVIDERS) {
    for (const [what, cut] of Object.entries(CUTS)) {
      it(`works with ${provider} in the popup, cut by ${what}`, async ({ demo }) => {
        await openConnect(demo);
        const popup = await pressSocial(demo, `Continue with ${NAMES[provider]}`);
        await cut(popup);
        await demo.button('I closed the window').waitFor();
        await popup.getByRole('button', { name: 'Continue as someone new' }).click();
        await isLoggedIn(demo, provider);
        await demo.isClosed();
      });

      it(`works with ${provider} in the tab itself, cut by ${what}`, async ({ demo }) => {
        await openConnect(demo);
        await leaveInTab(demo, provider);
        await cut(demo.page);
        await demo.page.getByRole('button', { name: 'Continue as someone new' }).click();
        await isLoggedIn(demo, provider);
      });
    }
  }

  it('works with telegram, whose page is passed by a company', async ({ demo, page }) => {
    await openConnect(demo, 'socials=telegram');
    await demo.button('Continue with Telegram').click();
    await continueToProvider(page);
    await CUTS['the sign-on of a company'](page);
    await page.getByRole('button', { name: 'Continue as someone new' }).click();
    await isLoggedIn(demo, 'telegram');
  });

  it('works in the tab of a page that keeps windows apart, whose popup ends as not available', async ({
    demo,
    page,
    stack,
  }) => {
    await page.goto(`${await serveApart(stack.demo)}/?wallet=none&adapters=evm&walletConnect=0`);
    await page.getByTestId('host-status').waitFor();
    await demo.connectButton.click();
    const popup = await pressSocial(demo, 'Continue with Google');
    await demo.modal.getByRole('heading', { name: /isn’t available right now/ }).waitFor();
    expect(await demo.read('status')).toBe('disconnected');
    await popup.close();
    await page.reload();
    await demo.connectButton.click();
    await leaveInTab(demo, 'google');
    await page.getByRole('button', { name: 'Continue as someone new' }).click();
    await isLoggedIn(demo, 'google');
  });
});
