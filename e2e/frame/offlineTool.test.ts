import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { fromBase58, smartAccountAddress } from 'latchkit/protocol';
import type { Page } from 'playwright-core';
import { mnemonicToAccount, privateKeyToAddress } from 'viem/accounts';
import { describe, expect, inject } from 'vitest';
import { readWalletRows } from '../../packages/gateway/src/wallet/readWalletRows.js';
import { OFFLINE_TOOL, readManifest } from '../../scripts/lib/signFrame.mjs';
import { it as base } from './support/sites.js';
import { WalletVisit } from './support/WalletVisit.js';
import { serveWallet } from './support/walletServices.js';

const WORDS = `${'abandon '.repeat(23)}art`;

/** `it` with the offline tool, opened from the disk, and what it requested. */
const it = base
  .extend('offline', async ({ browser }, { onCleanup }) => {
    const context = await browser.newContext();
    onCleanup(() => context.close());
    const page = await context.newPage();
    const requests: string[] = [];
    page.on('request', request => requests.push(request.url()));
    const url = String(pathToFileURL(path.join(inject('sitePages').walletPage, OFFLINE_TOOL)));
    await page.goto(url);
    await context.setOffline(true);
    expect(requests.splice(0)).toEqual([url]);
    return { page, requests };
  })
  .extend('scratch', ({ sites: _ }, { onCleanup }) => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'latchkit-offline-'));
    onCleanup(() => rmSync(folder, { recursive: true, force: true }));
    return folder;
  });

/** The values that the tool shows, in order. */
const shown = (page: Page) => page.locator('dd').allTextContents();

const press = (page: Page, at: number) => page.locator('form').nth(at).locator('button').click();

describe('the offline tool', () => {
  it('is the file of the manifest, and derives addresses and keys of 24 words without a request [SEC-80]', async ({
    offline: { page, requests },
  }) => {
    const folder = inject('sitePages').walletPage;
    const file = readFileSync(path.join(folder, OFFLINE_TOOL));
    expect(readManifest(folder).offlineTool).toBe(
      `sha384-${createHash('sha384').update(file).digest('base64')}`,
    );
    await page.getByLabel(/24/).fill(WORDS.replace('art', 'zoo'));
    await press(page, 0);
    await page.getByRole('alert').first().getByText(/24/).waitFor();
    expect(await shown(page)).toEqual([]);

    await page.getByLabel(/24/).fill(`  ${WORDS.toUpperCase()}\n`);
    await press(page, 0);
    await expect.poll(() => shown(page)).toHaveLength(4);
    const [evm, smartAccount, owner = '', solana = ''] = await shown(page);
    expect(smartAccount).toBe(smartAccountAddress(owner));
    expect([evm, owner]).toEqual([
      mnemonicToAccount(WORDS).address,
      mnemonicToAccount(WORDS, { addressIndex: 1 }).address,
    ]);
    expect(await page.locator('main').innerHTML()).not.toContain('abandon');
    await page.locator('section').last().getByRole('button').click();
    const [, , , , phrase, evmKey, ownerKey, solanaKey = ''] = await shown(page);
    expect(phrase).toBe(WORDS);
    expect([evmKey, ownerKey].map(key => privateKeyToAddress(key as `0x${string}`))).toEqual([evm, owner]);
    expect(fromBase58(solanaKey)?.slice(32)).toEqual(fromBase58(solana));

    expect(requests).toEqual([]);
    const blocked = await page.evaluate(async () => {
      const directives: string[] = [];
      addEventListener('securitypolicyviolation', event => directives.push(event.effectiveDirective));
      await new Promise(resolve => {
        const image = new Image();
        image.onload = image.onerror = resolve;
        image.src = 'http://127.0.0.1:1/leak';
      });
      await fetch('http://127.0.0.1:1/leak').catch(() => {});
      await new Promise(resolve => setTimeout(resolve));
      return directives;
    });
    expect(blocked).toEqual(['img-src', 'connect-src']);
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'opens a real wallet with its rows of both stores and both key files, and with nothing less',
    async ({ offline: { page, requests }, browser, sites, scratch }) => {
      const served = await serveWallet({ newDevice: 'code' });
      const context = await browser.newContext();
      try {
        const visit = new WalletVisit(await context.newPage(), sites.host('app'), served);
        await visit.open();
        await visit.signIn(served.suite.address());
        const { accounts } = await visit.call('GET_USER', {});
        const [evm = '', solana] = ['eip155', 'solana'].map(
          one => accounts.find(({ namespace }) => namespace === one)?.address,
        );
        const runner = { runner: served.suite.database, keyVault: 'env' };
        const rows = await readWalletRows(runner, runner, evm);
        const write = (name: string, content: unknown) => {
          writeFileSync(path.join(scratch, name), JSON.stringify(content));
          return path.join(scratch, name);
        };
        const keyFile = (byte: number) => {
          const key = Buffer.alloc(32, byte);
          const kid = `env-${createHash('sha256').update(key).digest('hex').slice(0, 12)}`;
          return write(`${byte}.json`, {
            keys: [{ kid, kty: 'oct', k: key.toString('base64url'), state: 'primary' }],
          });
        };
        const open = async (...files: string[]) => {
          for (const [at, file] of files.entries()) {
            await page.locator('input[type=file]').nth(at).setInputFiles(file);
          }
          await press(page, 1);
        };
        const [keysA, keysB, file] = [keyFile(1), keyFile(2), write('rows.json', rows)];
        const alert = page.getByRole('alert').nth(1);
        await open(file, keysA, keysA);
        await expect.poll(() => alert.textContent()).not.toBe('');
        const other = { ...rows, addresses: { ...rows.addresses, solana: rows.addresses.evm } };
        await open(write('other.json', other), keysA, keysB);
        await expect.poll(() => alert.textContent()).not.toBe('');
        expect(await shown(page)).toEqual([]);
        await open(file, keysA, keysB);
        await expect.poll(() => shown(page)).toHaveLength(4);
        expect(await shown(page)).toEqual([evm, rows.smartAccount, rows.addresses.owner, solana]);
        expect(requests.filter(url => !url.startsWith('file:'))).toEqual([]);
      } finally {
        await context.close();
        await served.stop();
      }
    },
  );
});
