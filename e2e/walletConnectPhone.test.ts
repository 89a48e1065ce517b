import { describe, expect } from 'vitest';
import { violations } from './support/axe.js';
import { ADDRESS, eventually, SHORT_ADDRESS } from './support/DemoPage.js';
import { tabTo } from './support/keyboard.js';
import { ANDROID, IPHONE, phoneVisit } from './support/phoneVisit.js';
import { standStill } from './support/standStill.js';
import {
  code,
  connectOnPhone,
  connectPhone,
  it,
  openCode,
  openConnect,
  openedLinks,
  recordOpened,
  shownLink,
  state,
} from './support/walletConnectJourney.js';
import { PHONE } from './support/walletConnectWallet.js';

const RECEIVER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

const PHONES = (
  [
    ['iOS', IPHONE],
    ['Android', ANDROID],
  ] as const
).slice(0, process.env.LATCHKIT_FULL ? 2 : 1);

describe('on a phone', () => {
  for (const [name, userAgent] of PHONES) {
    it(`opens the wallet in the tap itself, and says so on return: ${name} [VIEW-10] [OPEN-05]`, async ({
      browser,
      stack,
      phone,
    }) => {
      await phoneVisit(browser, stack, { userAgent }, async demo => {
        const { page } = demo;
        await openConnect(demo);
        await recordOpened(page);
        await demo.button('MetaMask').tap();
        await demo.shows('ConnectingWalletConnect', 'MetaMask');
        await demo.modal.getByRole('heading', { name: 'Continue in MetaMask' }).waitFor();
        const uri = (await state(page)).uri ?? '';
        const href = `metamask://wc?uri=${encodeURIComponent(uri)}`;
        const link = { href, target: '_self', pressed: true, inTap: true };
        await eventually(() => openedLinks(page), [link]);
        await demo.button('Open MetaMask').tap();
        await eventually(() => openedLinks(page), [link, link]);
        await standStill(demo);
        expect(await violations(page)).toEqual([]);
        // The visitor approves in the app while the page is in the background.
        await page.evaluate(() => {
          Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
          document.dispatchEvent(new Event('visibilitychange'));
        });
        await phone.client.pair(uri);
        await demo.reads('status', 'connected');
        await demo.modal.getByRole('heading', { name: 'Connected' }).waitFor();
        await page.evaluate(() => {
          Reflect.deleteProperty(document, 'hidden');
          document.dispatchEvent(new Event('visibilitychange'));
        });
        await demo.modal.getByText(`Connected as ${SHORT_ADDRESS}`).waitFor();
        await demo.isClosed();
      });
    });
  }

  it.runIf(process.env.LATCHKIT_FULL)(
    'lets Android choose the app for any wallet, and leads to the list of wallets and their links on iOS',
    async ({ browser, stack }) => {
      await phoneVisit(browser, stack, { userAgent: ANDROID }, async demo => {
        await openConnect(demo);
        await recordOpened(demo.page);
        await demo.button('WalletConnect').tap();
        await demo.button('Open a wallet app').tap();
        const { uri } = await state(demo.page);
        await expect
          .poll(() => openedLinks(demo.page))
          .toMatchObject([{ href: uri, target: '_self', inTap: true }]);
      });
      await phoneVisit(browser, stack, { userAgent: IPHONE }, async demo => {
        await openConnect(demo);
        await recordOpened(demo.page);
        await demo.button('WalletConnect').tap();
        await demo.shows('AllWallets');
        await demo.button('MetaMask').tap();
        const { uri = '' } = await state(demo.page);
        const href = `metamask://wc?uri=${encodeURIComponent(uri)}`;
        await expect
          .poll(() => openedLinks(demo.page))
          .toMatchObject([{ href, target: '_self', inTap: true, pressed: true }]);
      });
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'follows only https links out of Telegram',
    async ({ browser, stack }) => {
      await phoneVisit(browser, stack, { userAgent: IPHONE }, async demo => {
        const { page } = demo;
        await page.addInitScript(() => Object.assign(window, { TelegramWebviewProxy: {} }));
        await openConnect(demo);
        await recordOpened(page);
        await demo.button('All wallets').tap();
        await demo.shows('AllWallets');
        await demo.modal.getByRole('searchbox').fill('Bifrost');
        await demo.modal
          .getByRole('button', { name: /^Bifrost/ })
          .first()
          .tap();
        await demo.shows('ConnectingWalletConnect', /^Bifrost/);
        await eventually(async () => (await openedLinks(page)).length, 1);
        const [opened] = await openedLinks(page);
        expect(opened).toMatchObject({ target: '_blank', inTap: true });
        expect(opened?.href).toMatch(/^https:\/\/app\.bifrostwallet\.com\/wc\?uri=wc%3A/);
      });
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'offers to get a wallet from the store of this phone',
    async ({ browser, stack }) => {
      await phoneVisit(browser, stack, { userAgent: IPHONE }, async demo => {
        await openConnect(demo);
        await recordOpened(demo.page);
        await demo.button('All wallets').tap();
        await demo.shows('AllWallets');
        await demo.modal.getByRole('searchbox').fill('Phantom');
        await demo.button('Phantom').first().tap();
        // The wallet doesn't support WalletConnect, so a QR code would not work.
        await demo.shows('ConnectingExternal', 'Phantom');
        await demo.modal.getByRole('link').first().waitFor();
        const links = await demo.modal.getByRole('link').allTextContents();
        expect(links.join()).toMatch(/App Store/);
        expect(links.join()).not.toMatch(/Google Play|extension/i);
      });
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'opens on All wallets where there are no adapters [OPEN-03]',
    async ({ browser, stack }) => {
      await phoneVisit(browser, stack, { userAgent: IPHONE }, async demo => {
        await demo.open('walletConnect=1&adapters=none');
        await demo.connectButton.tap();
        await demo.shows('AllWallets');
      });
    },
  );
});

describe("a host's request to a wallet elsewhere", () => {
  for (const [name, userAgent] of PHONES) {
    it(`opens the wallet within the press and stays until the answer: ${name}`, async ({
      browser,
      stack,
      phone,
    }) => {
      await phoneVisit(browser, stack, { userAgent }, async demo => {
        const { page } = demo;
        phone.signs = false;
        await connectOnPhone(demo, phone);
        await recordOpened(page);
        await demo.hostButton('Sign message').tap();
        await demo.shows('WalletRequest', PHONE);
        const [request] = (await state(page)).requests;
        const href = `metamask://wc?requestId=${request?.id}&sessionTopic=${request?.topic}`;
        const link = { href, target: '_self', pressed: true };
        await expect.poll(() => openedLinks(page)).toMatchObject([link]);
        await demo.modal.getByRole('heading', { name: `Continue in ${PHONE}` }).waitFor();
        await demo.modal.getByText(`Sent to ${PHONE}`).waitFor();
        await demo.button('Open again').tap();
        await expect.poll(() => openedLinks(page)).toMatchObject([link, { ...link, inTap: true }]);
        await standStill(demo);
        expect(await violations(page)).toEqual([]);
        // Leaving asks for confirmation.
        await demo.button('Close').tap();
        await demo.modal.getByRole('heading', { name: 'Stop waiting?' }).waitFor();
        await demo.button('Keep waiting').tap();
        await demo.button('Open again').waitFor();
        await phone.signAll();
        await demo.isClosed();
        await expect.poll(() => demo.read('signature')).toMatch(/^0x[0-9a-f]{130}$/);
      });
    });
  }

  it.runIf(process.env.LATCHKIT_FULL)(
    'says on a desktop where the request waits; cancelling tells the host that it was refused',
    async ({ demo, page, phone }) => {
      await connectPhone(demo, phone);
      await demo.leave();
      await recordOpened(page);
      phone.signs = false;
      await demo.hostButton('Send transaction').click();
      await demo.shows('WalletRequest', PHONE);
      await demo.modal.getByText(`The request is waiting in ${PHONE}, on the device`).waitFor();
      await demo.modal.getByText(`Sent to ${PHONE}`).waitFor();
      await standStill(demo);
      expect(await violations(page)).toEqual([]);
      await tabTo(page, 'Cancel');
      await page.keyboard.press('Enter');
      await demo.isClosed();
      await eventually(async () => (await demo.read('error')).startsWith('REQUEST_REJECTED'), true);
      expect(await openedLinks(page)).toEqual([]);
      await eventually(() => phone.requests.length, 1);
      // The next request works as usual.
      phone.signs = true;
      await demo.hostButton('Sign message').click();
      await expect.poll(() => demo.read('signature')).toMatch(/^0x[0-9a-f]{130}$/);
      await demo.isClosed();
    },
  );
});

describe('a request to a wallet elsewhere', () => {
  it.runIf(process.env.LATCHKIT_FULL)(
    'says that it was sent, can be sent again, and comes once: signing in',
    async ({ demo, page, phone }) => {
      await page.clock.install();
      phone.signs = false;
      await connectPhone(demo, phone, 'siwx=required');
      await demo.shows('SIWXSignMessage', 'Sign in');
      await demo.signButton.click();
      await demo.modal.getByRole('heading', { name: `Confirm in ${PHONE}` }).waitFor();
      await demo.modal.getByText(`Sent to ${PHONE}`).waitFor();
      await page.clock.fastForward(5_000);
      await demo.button('Send again').click();
      await demo.modal.getByText('Sent again').waitFor();
      await standStill(demo);
      expect(await violations(page)).toEqual([]);
      await phone.signAll();
      await demo.isClosed();
      expect(phone.requests.map(({ request }) => request.method)).toEqual(['personal_sign']);
      await eventually(async () => (await demo.read('session')).includes(ADDRESS), true);
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'is not needed to sign in where the wallet signs with the connection: every network is EVM [VAL-18]',
    async ({ demo, phone, stack }) => {
      phone.signsInAtOnce();
      await openCode(demo, 'siwx=required&adapters=evm');
      await expect.poll(() => code(demo).getAttribute('data-uri')).toContain('wc_sessionAuthenticate');
      await phone.client.pair(await shownLink(demo));
      await demo.reads('status', 'connected');
      await eventually(async () => (await demo.read('session')).includes(ADDRESS), true);
      await demo.isClosed();
      // The demo's panel asks what the wallet can do, which needs no approval.
      const asked = phone.requests.map(({ request }) => request.method);
      const signings = asked.filter(method => method !== 'wallet_getCapabilities');
      expect([phone.authentications.length, signings, phone.client.proposals()]).toEqual([1, [], []]);
      // The gateway has verified the signature.
      const { token } = JSON.parse(await demo.read('session')) as { token: string };
      const answer = await fetch(`${stack.gateway}/siwx/v1/session?projectId=${'0'.repeat(32)}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      expect(await answer.json()).toMatchObject({ session: { accountAddress: `eip155:31337:${ADDRESS}` } });
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'follows a plain connection where a Solana network is asked for too: signing in [VAL-18]',
    async ({ demo, phone }) => {
      phone.signsInAtOnce();
      await openCode(demo, 'siwx=required&adapters=evm,solana');
      expect(await shownLink(demo)).not.toContain('wc_sessionAuthenticate');
      await phone.client.pair(await shownLink(demo));
      await demo.shows('SIWXSignMessage', 'Sign in');
      await demo.signButton.click();
      await demo.isClosed();
      expect(phone.authentications).toEqual([]);
      expect(phone.requests.map(({ request }) => request.method)).toEqual(['personal_sign']);
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'is shown while a payment waits, and the payment arrives',
    async ({ demo, phone }) => {
      await connectPhone(demo, phone);
      await demo.leave();
      phone.signs = false;
      await demo.connectButton.click();
      await demo.shows('Account');
      await demo.button('Send').click();
      await demo.shows('Send', 'Send');
      await demo.modal.getByRole('textbox', { name: 'Amount' }).fill('0.25');
      await demo.modal.getByRole('textbox', { name: 'To' }).fill(RECEIVER);
      await demo.button('Review').click();
      await demo.shows('SendReview', 'Review');
      await demo.modal.getByRole('button', { name: /^Send / }).click();
      await demo.modal.getByRole('heading', { name: `Confirm in ${PHONE}` }).waitFor();
      await demo.modal.getByText(`Sent to ${PHONE}`).waitFor();
      await eventually(() => phone.requests.length, 1);
      await phone.signAll();
      await demo.shows('TransactionStatus');
    },
  );
});
