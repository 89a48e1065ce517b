import { readInbox } from 'latchkit/testing';
import { createPublicClient, type Hex, http, recoverMessageAddress } from 'viem';
import { foundry } from 'viem/chains';
import { describe, expect } from 'vitest';
import { chainRequest } from '../support/chain.js';
import { ADDRESS, WALLET } from '../support/DemoPage.js';
import type { Stack } from '../support/startStack.js';
import { journeysIn, picture } from './support/browserJourney.js';
import { ENTER, type Place } from './support/DrivenBrowser.js';
import { approveInFrame, approveInWindow, logIn } from './support/emailSteps.js';
import { firefox } from './support/firefox.js';
import { logInByFarcaster, logInByPopup } from './support/socialSteps.js';
import { eventually, Visitor } from './support/Visitor.js';
import { webkit } from './support/webkit.js';

const MESSAGE = 'Meridian asks you to confirm that this account is yours.';
const PAYEE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const PAID = 10n ** 16n;

/** Presses a button of the host page. */
const asks = (visitor: Visitor, name: string) => visitor.presses('.panel-buttons button', name);

/** Returns the URL of a page on this machine under the host name of another site. */
const otherSite = (url: string) => url.replace('//localhost', '//app.localhost');

/** Checks whether the wallet's database exists, for a page or for the wallet page in it. Not with `databases()`: WebKit lists only those on disk. */
const isStored = ({ tab }: Visitor, place: Place) =>
  tab.evaluate(
    place,
    () =>
      new Promise<boolean>(resolve => {
        const opening = indexedDB.open('latchkit-wallet');
        opening.onupgradeneeded = () => opening.transaction?.abort();
        opening.onsuccess = () => resolve(true);
        opening.onerror = () => resolve(false);
      }),
  );

/** Returns the text of a read-out once it has changed and has at least this length in characters. */
async function shown(
  visitor: Visitor,
  id: 'signature' | 'transaction',
  length: number,
  before = '',
): Promise<Hex> {
  await eventually(async () => {
    const text = await visitor.read(id);
    // Signatures of a smart account are longer until it is deployed (ERC-6492).
    return text !== before && text.length >= length;
  }, true);
  return (await visitor.read(id)) as Hex;
}

const reader = (stack: Stack) => createPublicClient({ chain: foundry, transport: http(stack.chainA) });

/** Returns the typed data that the host requests a signature for. */
function invoice(from: string) {
  return {
    domain: { name: 'Meridian', version: '1', chainId: 31_337 },
    types: {
      Invoice: [
        { name: 'from', type: 'address' },
        { name: 'to', type: 'address' },
        { name: 'amount', type: 'uint256' },
        { name: 'memo', type: 'string' },
      ],
    },
    primaryType: 'Invoice',
    message: { from: from as Hex, to: PAYEE, amount: PAID, memo: 'November' },
  } as const;
}

for (const found of [firefox, webkit]) {
  const it = journeysIn(found);
  const { name, launch, needs } = found;
  const title = launch ? name : `${name}: not run, it needs ${needs}`;
  describe.skipIf(!launch)(title, { timeout: 300_000 }, () => {
    it('connects the wallet of the page, and has it sign', async ({ stack, visitor }) => {
      await visitor.tab.goto(`${stack.demo}/?csp=strict&adapters=evm&walletConnect=0`);
      await visitor.presses('header button', 'Connect');
      await visitor.isShown('Connect');
      await visitor.stands('[role="dialog"]');
      await picture(visitor, found, 'connect');
      await visitor.presses('[role="dialog"] button', WALLET);
      await visitor.presses('dialog button', 'Approve');
      await visitor.reads('status', 'connected');
      await visitor.reads('address', ADDRESS);
      await visitor.isClosed();
      await asks(visitor, 'Sign message');
      await visitor.presses('dialog button', 'Approve');
      const signature = await shown(visitor, 'signature', 132);
      expect(await recoverMessageAddress({ message: MESSAGE, signature })).toBe(ADDRESS);
    });

    it('logs in by email, signs, pays, outlives a reload, and logs out', async ({
      browser,
      stack,
      visitor,
    }) => {
      await visitor.tab.goto(`${stack.demo}/?csp=strict&wallet=none&adapters=evm&walletConnect=0`);
      const address = await logIn(browser, visitor, stack, `${crypto.randomUUID()}@mail.example`);
      expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/);
      await visitor.tab.reload();
      await visitor.reads('status', 'connected');
      await visitor.reads('address', address);

      await asks(visitor, 'Sign message');
      await visitor.stands('iframe');
      await picture(visitor, found, 'approve');
      await approveInFrame(visitor);
      const signature = await shown(visitor, 'signature', 132);
      expect(await reader(stack).verifyMessage({ address, message: MESSAGE, signature })).toBe(true);
      await visitor.isClosed();

      await asks(visitor, 'Sign typed data');
      await approveInFrame(visitor);
      const typed = await shown(visitor, 'signature', 132, signature);
      expect(await reader(stack).verifyTypedData({ ...invoice(address), address, signature: typed })).toBe(
        true,
      );
      await visitor.isClosed();

      await chainRequest(stack.chainA, 'anvil_setBalance', [address, `0x${(10n ** 18n).toString(16)}`]);
      await asks(visitor, 'Send transaction');
      await approveInFrame(visitor);
      const hash = await shown(visitor, 'transaction', 66);
      await eventually(async () => {
        const mined = await chainRequest<{ status: string } | null>(
          stack.chainA,
          'eth_getTransactionReceipt',
          [hash],
        );
        return mined?.status;
      }, '0x1');
      // The bundler sent it.
      expect(await reader(stack).getCode({ address })).toBeDefined();

      await asks(visitor, 'Disconnect');
      await visitor.reads('status', 'disconnected');
      await visitor.tab.reload();
      await visitor.reads('status', 'disconnected');
    });

    it('logs in on a page of another site than the wallet, which keeps its storage apart', async ({
      browser,
      stack,
      visitor,
    }) => {
      const email = `${crypto.randomUUID()}@mail.example`;
      await visitor.tab.goto(`${otherSite(stack.demo)}/?csp=strict&wallet=none&adapters=evm&walletConnect=0`);
      const address = await logIn(browser, visitor, stack, email);
      const mails = (await readInbox(stack.gateway, email)).length;
      await visitor.tab.reload();
      await visitor.reads('status', 'connected');
      await visitor.reads('address', address);
      // The project names only the demo's own origin, and this page matches a pattern: everything is approved in the window.
      await asks(visitor, 'Sign message');
      await approveInWindow(browser, visitor);
      const signature = await shown(visitor, 'signature', 132);
      expect(await reader(stack).verifyMessage({ address, message: MESSAGE, signature })).toBe(true);
      expect(await readInbox(stack.gateway, email)).toHaveLength(mails);
      await visitor.isClosed();

      await asks(visitor, 'Sign typed data');
      await approveInWindow(browser, visitor);
      const typed = await shown(visitor, 'signature', 132, signature);
      expect(await reader(stack).verifyTypedData({ ...invoice(address), address, signature: typed })).toBe(
        true,
      );
      await visitor.isClosed();
      // The wallet page's storage in the host page is separate from its storage as a top-level site.
      expect(await isStored(visitor, 'frame')).toBe(true);
      await visitor.tab.goto(`${stack.frame}/window`);
      expect(await isStored(visitor, 'page')).toBe(false);
    });

    it('logs in with Google in a popup, outlives a reload, and gets the same address after a logout', async ({
      browser,
      stack,
      visitor,
    }) => {
      await visitor.tab.goto(`${stack.demo}/?csp=strict&wallet=none&adapters=evm&walletConnect=0`);
      const address = await logInByPopup(browser, visitor, 'Ada');
      expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/);
      await visitor.tab.reload();
      await visitor.reads('status', 'connected');
      await visitor.reads('address', address);
      await asks(visitor, 'Disconnect');
      await visitor.reads('status', 'disconnected');
      expect(await logInByPopup(browser, visitor, 'Ada')).toBe(address);
    });

    it('logs in with Farcaster by the code that another tab opens', async ({ browser, stack, visitor }) => {
      await visitor.tab.goto(`${stack.demo}/?csp=strict&wallet=none&adapters=evm&walletConnect=0`);
      expect(await logInByFarcaster(browser, visitor)).toMatch(/^0x[0-9a-fA-F]{40}$/);
    });

    it('pairs over WalletConnect with the demo wallet in another tab, and has it sign', async ({
      browser,
      stack,
      visitor,
    }) => {
      await visitor.tab.goto(`${stack.demo}/?csp=strict&adapters=evm`);
      await visitor.presses('header button', 'Connect');
      await visitor.presses('[role="dialog"] button', 'WalletConnect');
      await visitor.finds('.lk-qr[data-uri]');
      const uri = await visitor.tab.evaluate('page', () => {
        const root = document.querySelector('latchkit-root')?.shadowRoot;
        return root?.querySelector('.lk-qr')?.getAttribute('data-uri') ?? '';
      });
      const wallet = new Visitor(await browser.open());
      await wallet.tab.show();
      await wallet.tab.goto(`${stack.demo}/wallet.html?csp=strict`);
      await wallet.types('input', 'WalletConnect link', uri + ENTER);
      await wallet.finds('h2', 'Connect to this page?');
      await wallet.presses('button', 'Approve');
      await visitor.reads('status', 'connected');
      await visitor.tab.show();
      await visitor.isClosed();
      await asks(visitor, 'Sign message');
      await wallet.tab.show();
      await wallet.finds('h2', 'Sign this message?');
      await wallet.presses('button', 'Approve');
      const signature = await shown(visitor, 'signature', 132);
      expect(await recoverMessageAddress({ message: MESSAGE, signature })).toBe(ADDRESS);
    });
  });
}
