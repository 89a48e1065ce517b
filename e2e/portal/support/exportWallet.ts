import { createKeyPairSignerFromBytes, getBase58Encoder } from '@solana/kit';
import { smartAccountAddress } from 'latchkit/protocol';
import { mnemonicToAccount, privateKeyToAddress } from 'viem/accounts';
import { expect } from 'vitest';
import type { PortalVisit } from './PortalVisit.js';

/** What an export shows. */
export interface ExportedWallet {
  readonly phrase: string;
  readonly evm: `0x${string}`;
  readonly owner: `0x${string}`;
  /** The address that the page shows with the owner key. */
  readonly smartAccount: string | null;
  readonly solana: string;
}

/** Exports the wallet with a fresh code, and returns the words and keys while the buttons are held. */
export async function exportWallet(visit: PortalVisit): Promise<ExportedWallet> {
  const { page } = visit;
  await visit.open('home');
  await visit.open('export');
  await visit.shows('Export your wallet');
  await visit.confirm(() => visit.button('Send me a code').click());
  await visit.shows('Your 24 words');
  const words = page.locator('.pt-words span');
  await visit.button('Hold to show').focus();
  await page.keyboard.down('Space');
  await expect.poll(() => words.first().textContent()).toMatch(/^[a-z]+$/);
  const phrase = (await words.allTextContents()).join(' ');
  await page.keyboard.up('Space');
  await visit.button('Hold to show keys').hover();
  await page.mouse.down();
  const keys = page.locator('.pt-secret');
  await expect.poll(() => keys.first().textContent()).toMatch(/^0x/);
  const [evm = '', owner = '', solana = ''] = await keys.allTextContents();
  const smartAccount = await page.locator('.pt-row bdi').nth(1).textContent();
  await page.mouse.up();
  return { phrase, smartAccount, evm: evm as `0x${string}`, owner: owner as `0x${string}`, solana };
}

/** The addresses that the home page shows, on EVM chains and on Solana. */
export async function addressesOf(visit: PortalVisit): Promise<(string | null)[]> {
  await visit.open('home');
  await visit.shows('Your wallet');
  const shown = visit.page.locator('.pt-row data');
  await shown.first().waitFor();
  return shown.evaluateAll(found => found.map(one => one.getAttribute('value')));
}

/** Imports an export into viem and @solana/kit. Returns the addresses, of which words and keys agree. */
export async function importedAddresses({ phrase, evm, owner, smartAccount, solana }: ExportedWallet) {
  const at = (index: 0 | 1) => mnemonicToAccount(phrase, { path: `m/44'/60'/0'/0/${index}` }).address;
  expect([evm, owner].map(key => privateKeyToAddress(key))).toEqual([at(0), at(1)]);
  expect(smartAccount).toBe(smartAccountAddress(at(1)));
  const bytes = Uint8Array.from(getBase58Encoder().encode(solana));
  return { evm: at(0), solana: String((await createKeyPairSignerFromBytes(bytes)).address) };
}
