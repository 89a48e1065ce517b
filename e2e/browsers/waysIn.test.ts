import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { redeemSocialSignInCall, startSocialSignInCall } from 'latchkit/protocol';
import { describe, expect, onTestFinished } from 'vitest';
import {
  createMailboxSecrets,
  writeMailboxSecrets,
} from '../../apps/frame/src/windowChannel/createMailboxChannel.js';
import { refused } from '../../packages/gateway/test/refused.js';
import { walletFrame } from '../../packages/gateway/test/wallet/walletFrame.js';
import type { WalletPage } from '../../packages/gateway/test/wallet/walletInstallation.js';
import type { Stack } from '../support/startStack.js';
import { journeysIn } from './support/browserJourney.js';
import { chromium } from './support/chromium.js';
import type { DrivenBrowser } from './support/DrivenBrowser.js';
import { asking, firefox, refusing } from './support/firefox.js';
import { type ComingBack, comeBack, passToProvider } from './support/fullPageSteps.js';
import { eventually, Visitor } from './support/Visitor.js';
import { webkit } from './support/webkit.js';

const DEVELOPMENT = '0'.repeat(32);

/** An attacker's script, which has an installation of its own on a page that it names. */
async function scriptOn({ frame: frameUrl, vault: vaultUrl }: Stack, page: WalletPage) {
  const made = await walletFrame({ frameUrl, vaultUrl, fetch }, page, () => []);
  await made.register();
  return made;
}

/** An attacker's website with one button, which opens an address. It keeps what its pages are asked for, and what other windows send. */
async function serveStickers() {
  const asked: URL[] = [];
  let address = '';
  const server = createServer((request, response) => {
    asked.push(new URL(request.url ?? '/', 'http://stickers.localhost'));
    const page = `<!doctype html><title>Stickers</title><button>Free stickers</button><script>
      window.heard = []; addEventListener('message', event => heard.push(event.data));
      document.querySelector('button').onclick = () => { window.popup = open(${JSON.stringify(address)}, '', 'popup') };
    </script>`;
    response.writeHead(200, { 'content-type': 'text/html' }).end(page);
  });
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  return {
    url: `http://stickers.localhost:${(server.address() as AddressInfo).port}`,
    opens: (uri: string) => {
      address = uri;
    },
    asked: (name: string) => asked.flatMap(({ searchParams }) => searchParams.get(name) ?? [])[0] ?? '',
  };
}

/** Logs in with Telegram in the tab of a page of another site than the wallet's. Returns how it came back. */
async function logInInTab(browser: DrivenBrowser, visitor: Visitor, stack: Stack): Promise<ComingBack> {
  const site = stack.demo.replace('//localhost', '//app.localhost');
  await visitor.tab.goto(`${site}/?csp=strict&wallet=none&adapters=evm&walletConnect=0&socials=telegram`);
  await visitor.presses('header button', 'Connect');
  await visitor.presses('[role="dialog"] button', 'Continue with Telegram');
  await passToProvider(visitor, 'Ada');
  const came = await comeBack(browser, visitor);
  expect(await visitor.read('address')).toMatch(/^0x[0-9a-fA-F]{40}$/);
  return came;
}

for (const [found, wanted] of [
  [chromium, { presses: 0, hasWindow: false }],
  [firefox, { presses: 0, hasWindow: false }],
  [asking, { presses: 1, hasWindow: false }],
  [refusing, { presses: 1, hasWindow: true }],
  // Its first presses in a frame only move the focus, and nobody answers its question about the cookie.
  [webkit, { presses: expect.any(Number), hasWindow: true }],
] as const) {
  const it = journeysIn(found);
  const { name, launch, needs } = found;
  const title = launch
    ? `a login in the tab, ${name}`
    : `a login in the tab, ${name}: not run, it needs ${needs}`;
  describe.skipIf(!launch)(title, { timeout: 300_000 }, () => {
    it('connects a page of another site than the wallet', async ({ browser, stack, visitor }) => {
      expect(await logInInTab(browser, visitor, stack)).toEqual(wanted);
    });
  });
}

for (const found of [chromium, firefox, webkit]) {
  const it = journeysIn(found);
  const { name, launch, needs } = found;
  const title = launch ? `ways in, ${name}` : `ways in, ${name}: not run, it needs ${needs}`;
  describe.skipIf(!launch)(title, { timeout: 300_000 }, () => {
    it('opens nothing for a script whose login the visitor completed [SEC-102]', async ({
      stack,
      visitor,
    }) => {
      const site = await serveStickers();
      const script = await scriptOn(stack, { project: DEVELOPMENT, origin: site.url });
      const body = { provider: 'google', way: 'page', returnTo: `${site.url}/` } as const;
      const { txn, uri } = await script.ask('frame', startSocialSignInCall, { body });
      await visitor.tab.goto(uri);
      await passToProvider(visitor, 'Ada');
      await eventually(async () => site.asked('result_uri') !== '', true);
      const resultCode = new URL(site.asked('result_uri')).searchParams.get('resultCode') ?? '';
      expect(resultCode).not.toBe('');
      const redeemed = refused(script.ask('frame', redeemSocialSignInCall, { body: { txn, resultCode } }));
      expect(await redeemed).toBe('403 PASSED_ELSEWHERE');
    });

    it.for([
      ['to a page that posts its result', 'google', '/window/done#origin='],
      ['to a window with its mailbox', 'telegram', '/window#'],
    ] as const)(
      'leads no login that a script started for the portal %s [SEC-101] [SEC-103]',
      async ([, provider, path], { stack, browser, visitor }) => {
        const script = await scriptOn(stack, { project: 'portal', origin: stack.frame });
        const secrets = writeMailboxSecrets(createMailboxSecrets(Buffer.alloc(32).toString('base64url')));
        const rest =
          provider === 'google' ? 'http://stickers.localhost' : `${crypto.randomUUID()}&${secrets}`;
        const body = { provider, way: 'page', returnTo: `${stack.frame}${path}${rest}` } as const;
        const { uri } = await script.ask('frame', startSocialSignInCall, { body });
        const site = await serveStickers();
        site.opens(uri);
        await visitor.tab.goto(site.url);
        const known = new Set((await browser.tabs()).map(({ id }) => id));
        await visitor.presses('button', 'Free stickers');
        const opened = async () => (await browser.tabs()).find(({ id }) => !known.has(id));
        await eventually(async () => (await opened()) !== undefined, true);
        const tab = await opened();
        if (tab === undefined) throw new Error('The popup did not open.');
        await tab.show();
        const popup = new Visitor(tab);
        await passToProvider(popup, 'someone new');
        await popup.finds('button', 'Continue with email');
        expect(await tab.evaluate('page', () => location.href)).toBe(`${stack.frame}/me`);
        expect(await visitor.tab.evaluate('page', () => JSON.stringify(Reflect.get(window, 'heard')))).toBe(
          '[]',
        );
      },
    );
  });
}
