import type { Session } from 'latchkit/walletconnect';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { it as journey } from './journey.js';
import { resize } from './resize.js';
import { WalletPage } from './WalletPage.js';
import {
  CHAIN_A,
  CHAIN_B,
  PAGE_NAME,
  SOLANA,
  type WalletConnectDapp,
  walletConnectDapp,
} from './walletConnectDapp.js';
import { watchErrors } from './watchErrors.js';

/** The first accounts of anvil. */
export const FIRST = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
export const SECOND = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
/** The first accounts of the Solana development runtime. */
export const FIRST_SOLANA = 'JWgFSyNo41zoF2swjqVNsAfetK3AcBA6HAhNh5TrShV';
export const SECOND_SOLANA = '5Tkybgq8dxVSJd5bs7gjDCY3pafCqvHqyuKqLYSb6uv1';

const PHONE = { width: 390, height: 844 };

/** Opens the wallet in a page; `end` throws if the page's content security policy blocked something. */
async function openWallet(page: Page): Promise<{ wallet: WalletPage; end(): void }> {
  const refused: string[] = [];
  page.on('console', message => {
    if (/Content Security Policy|TrustedScript|TrustedHTML/.test(message.text()))
      refused.push(message.text());
  });
  await resize(page, PHONE);
  const wallet = new WalletPage(page);
  await wallet.open();
  return { wallet, end: () => expect(refused).toEqual([]) };
}

/** `it` with a WalletConnect dapp, and the demo wallet opened in a phone-sized window. */
export const it = journey
  .extend('dapp', async ({ stack }, { onCleanup }): Promise<WalletConnectDapp> => {
    const dapp = walletConnectDapp(stack.gateway);
    onCleanup(() => dapp.provider.close());
    return dapp;
  })
  .extend('wallet', async ({ page }, { onCleanup }): Promise<WalletPage> => {
    const { wallet, end } = await openWallet(page);
    onCleanup(end);
    return wallet;
  });

/** Connects the dapp and the wallet on all of the wallet's networks. */
export async function connected(dapp: WalletConnectDapp, wallet: WalletPage): Promise<Session> {
  const { uri, session } = dapp.connect({ chains: [CHAIN_A, CHAIN_B, SOLANA] });
  await wallet.paste(uri);
  await wallet.asks('Connect to this page?');
  await wallet.approve();
  return session;
}

/**
 * `it` with the dapp and the wallet connected, once for all tests of a file. Each test leaves the wallet open and connected, on
 * its first account and network, without a pending request.
 */
export const pairedIt = journey.extend(
  'pair',
  { scope: 'file' },
  async ({ browser, stack }, { onCleanup }): Promise<{ dapp: WalletConnectDapp; wallet: WalletPage }> => {
    const dapp = walletConnectDapp(stack.gateway);
    const context = await browser.newContext({ baseURL: stack.demo });
    context.setDefaultTimeout(60_000);
    const page = await context.newPage();
    const threwNothing = watchErrors(page);
    const { wallet, end } = await openWallet(page);
    onCleanup(async () => {
      await dapp.provider.close();
      await context.close();
      end();
      threwNothing();
    });
    await connected(dapp, wallet);
    await wallet.connection(PAGE_NAME).waitFor();
    return { dapp, wallet };
  },
);
