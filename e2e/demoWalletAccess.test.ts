import { toHex } from 'viem';
import { describe, expect } from 'vitest';
import { violationsOfPage } from './support/axe.js';
import { eventually } from './support/DemoPage.js';
import { FIRST, FIRST_SOLANA, it, SECOND, SECOND_SOLANA } from './support/demoWallet.js';
import { resize } from './support/resize.js';
import { solanaTransfer } from './support/solanaTransfer.js';
import { CHAIN_A, CHAIN_B, PAGE_NAME, SOLANA } from './support/walletConnectDapp.js';

const PHONE = { width: 390, height: 844 };
const WIDE = { width: 1280, height: 800 };
/** Each theme and each size at least once; the last size is a wide window at 400 % zoom. All pairs in the full run. */
const LOOKS = [
  ['light', PHONE],
  ['dark', WIDE],
  ['light', { width: 320, height: 256 }],
  ...(process.env.LATCHKIT_FULL
    ? ([
        ['dark', PHONE],
        ['light', WIDE],
      ] as const)
    : []),
] as const;

describe('the demo wallet, for everybody', () => {
  it.runIf(process.env.LATCHKIT_FULL)('has no axe violation in any view', async ({ dapp, wallet, stack }) => {
    const { page } = wallet;
    const check = async (view: string) => {
      for (const [colorScheme, size] of LOOKS) {
        await page.emulateMedia({ colorScheme });
        await resize(page, size);
        expect(await violationsOfPage(page), `${view}, ${colorScheme}, ${size.width}px`).toEqual([]);
        const sideways = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
        expect(sideways, `${view} at ${size.width}px scrolls sideways`).toBe(false);
      }
    };
    await check('home');
    await wallet.paste('nothing');
    await page.getByRole('alert').waitFor();
    await check('a wrong link');
    const { uri, session } = dapp.connect({ chains: [CHAIN_A, CHAIN_B, SOLANA] });
    await wallet.paste(uri);
    await wallet.asks('Connect to this page?');
    await check('a proposal');
    await wallet.approve();
    await session;
    await wallet.connection(PAGE_NAME).waitFor();
    await check('connected');
    const transaction = await solanaTransfer(stack.solana, FIRST_SOLANA, SECOND_SOLANA, 1n);
    const asked = [
      dapp.request({ method: 'personal_sign', params: [toHex('hello'), FIRST] }, CHAIN_A),
      dapp.request(
        { method: 'eth_sendTransaction', params: [{ from: FIRST, to: SECOND, value: toHex(10n ** 30n) }] },
        CHAIN_A,
      ),
      dapp.request({ method: 'solana_signAndSendTransaction', params: { transaction } }, SOLANA),
    ];
    for (const one of asked) {
      await page.getByRole('button', { name: 'Reject' }).waitFor();
      await check('a request');
      await wallet.reject();
      await expect(one).rejects.toMatchObject({ code: 4001 });
    }
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'works by keyboard alone: focus moves to each request, and back',
    async ({ dapp, wallet }) => {
      const { page } = wallet;
      const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
      const { uri, session } = dapp.connect({ chains: [CHAIN_A] });
      await page.getByLabel('WalletConnect link').focus();
      await page.keyboard.insertText(uri);
      await page.keyboard.press('Enter');
      await eventually(focused, 'Connect to this page?');
      await page.getByRole('button', { name: 'Approve' }).and(page.locator(':enabled')).waitFor();
      await page.keyboard.press('Tab');
      await eventually(focused, 'Reject');
      await page.keyboard.press('Tab');
      await eventually(focused, 'Approve');
      await page.keyboard.press('Enter');
      await session;
      await eventually(focused, 'Harbor');
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'says that it is for development only, and is reached from the host page',
    async ({ page, stack }) => {
      await page.goto(stack.demo);
      const link = page.getByRole('link', { name: 'Open the demo wallet in a new tab' });
      const [opened] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
      await opened.getByText('Development only').waitFor();
      await opened.getByText('never send anything of value').waitFor();
    },
  );
});
