import type { FakeWallet } from 'latchkit/testing';
import type { Frame, Page } from 'playwright-core';
import { type Hex, recoverMessageAddress } from 'viem';
import { describe, expect } from 'vitest';
import { ADDRESS, it } from './support/lab.js';

const SAFE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const MOBILE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) MetaMaskMobile/7.30 Mobile/15E148';

/** Returns the connector types of a page's first instance by connector id. */
const typesIn = (page: Page | Frame): Promise<Record<string, string>> =>
  page.evaluate(() =>
    Object.fromEntries(
      window.lab.hosts[0]?.kit.store.getState().connectors.map(({ id, type }) => [id, type]) ?? [],
    ),
  );

describe('wallets of other kinds', () => {
  it('connects the Safe that frames the page, through its real SDK, loaded when it is picked [LOG-12] [ENT-05]', async ({
    lab,
    page,
  }) => {
    const scripts: string[] = [];
    page.on('request', request => request.resourceType() === 'script' && scripts.push(request.url()));
    await page.goto(lab.address('safeHost'));
    const framed = page.frameLocator('iframe');
    await framed.getByRole('button', { name: 'Connect wallet' }).click();
    const modal = framed.locator('[role="dialog"][data-view="Connect"]');
    await modal.getByRole('button', { name: 'Safe' }).waitFor();
    await page.waitForLoadState('networkidle');
    const before = scripts.length;
    await modal.getByRole('button', { name: 'Safe' }).click();
    const account = framed.getByRole('button', { name: /^Account/ });
    await account.waitFor();
    await expect.poll(() => account.getAttribute('aria-label')).toContain('0x70…dc79C8');
    expect(scripts.length).toBeGreaterThan(before);
    const frame = page.frames()[1];
    expect(
      await frame?.evaluate(() => window.lab.hosts[0]?.kit.store.getState().namespaces.eip155?.account),
    ).toMatchObject({ status: 'connected', address: SAFE });
    const kinds = frame && (await typesIn(frame));
    // A parent that is no Farcaster client offers no wallet.
    expect(kinds).toEqual({ safe: 'EXTERNAL', coinbaseWalletSDK: 'EXTERNAL' });
    expect(
      await page.evaluate(() => (window as unknown as { safe: { requests: string[] } }).safe.requests),
    ).toContain('getSafeInfo');
  });

  it('offers the wallet of the Farcaster client around the page first, and connects it', async ({
    lab,
    page,
  }) => {
    const code = new Promise(resolve => {
      page.on('request', request => /findMiniAppWallet/.test(request.url()) && resolve(true));
    });
    await page.goto(lab.address('miniAppHost'));
    const frame = await (await page.waitForSelector('iframe')).contentFrame();
    if (!frame) throw new Error('The page has no frame.');
    await frame.waitForFunction(() => window.labs !== undefined);
    await frame.evaluate(() => {
      window.lab.wallet();
      window.lab.host();
    });
    const framed = page.frameLocator('iframe');
    await framed.getByRole('button', { name: 'Connect wallet' }).click();
    const modal = framed.locator('[role="dialog"][data-view="Connect"]');
    const offered = modal.getByRole('button', { name: 'Meridian Client' });
    await offered.waitFor();
    expect(await code).toBe(true);
    expect(await modal.locator('.lk-row-title').allInnerTexts()).toEqual(['Meridian Client', 'Lab Wallet']);
    await offered.click();
    const account = () =>
      frame.evaluate(() => window.lab.hosts[0]?.kit.store.getState().namespaces.eip155?.account);
    await expect.poll(account).toMatchObject({ status: 'connected', address: ADDRESS });
    const message = 'Meridian asks you to confirm that this account is yours.';
    const signature = await frame.evaluate(text => window.lab.hosts[0]?.sign(text), message);
    expect(await recoverMessageAddress({ message, signature: signature as Hex })).toBe(ADDRESS);

    // What the client's wallet does reaches the page, and a restored page finds it again.
    await page.evaluate(() => (window as unknown as { wallet: FakeWallet }).wallet.changeChain(31338));
    const chain = () =>
      frame.evaluate(() => window.lab.hosts[0]?.kit.store.getState().namespaces.eip155?.network.id);
    await expect.poll(chain).toBe(31338);
    await frame.evaluate(() => {
      window.lab.hosts[0]?.destroy();
      window.lab.host();
    });
    const second = () =>
      frame.evaluate(() => window.lab.hosts[1]?.kit.store.getState().namespaces.eip155?.account);
    await expect.poll(second).toMatchObject({ status: 'connected', address: ADDRESS });
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'offers no Safe and no wallet of a client outside of a frame',
    async ({ lab, page }) => {
      const scripts: string[] = [];
      page.on('request', request => scripts.push(request.url()));
      await page.goto(lab.address('sdk'));
      await lab.button.click();
      await lab.row('Coinbase Wallet').waitFor();
      expect(await lab.row('Safe').count()).toBe(0);
      await page.waitForLoadState('networkidle');
      expect(scripts.filter(url => /findMiniAppWallet/.test(url))).toEqual([]);
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'connects Coinbase Wallet through its real SDK, loaded when it is picked, and no telemetry leaves [LOG-13]',
    async ({ lab, page, pages, stack }) => {
      const asked: string[] = [];
      page.on('request', request => asked.push(request.url()));
      // The extension's provider, at the place where the SDK expects it.
      await page.addInitScript(
        ([address, url]) => {
          const calls: string[] = [];
          const answers: Record<string, unknown> = {
            eth_requestAccounts: [address],
            eth_accounts: [address],
            eth_chainId: '0x7a69',
          };
          const provider = {
            isCoinbaseWallet: true,
            calls,
            request: async ({ method, params }: { method: string; params?: unknown }) => {
              calls.push(method);
              if (method in answers) return answers[method];
              const response = await fetch(url, {
                method: 'POST',
                headers: { 'content-type': 'application/json' },
                body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: params ?? [] }),
              });
              return ((await response.json()) as { result?: unknown }).result;
            },
            on: () => provider,
            removeListener: () => provider,
            setAppInfo: () => {},
          };
          Object.assign(window, { coinbaseWalletExtension: provider });
        },
        [ADDRESS, stack.chainA] as const,
      );
      await page.goto(lab.address('sdk'));
      await lab.button.click();
      await lab.row('Coinbase Wallet').waitFor();
      await page.waitForLoadState('networkidle');
      const before = asked.length;
      await lab.row('Coinbase Wallet').click();
      await expect.poll(() => lab.status()).toBe('connected');
      expect(asked.slice(before).some(url => url.startsWith(pages) && url.endsWith('.js'))).toBe(true);
      expect(
        await page.evaluate(() => window.lab.hosts[0]?.kit.store.getState().namespaces.eip155?.account),
      ).toMatchObject({ address: ADDRESS });
      expect(
        await page.evaluate(
          () =>
            (window as unknown as { coinbaseWalletExtension: { calls: string[] } }).coinbaseWalletExtension
              .calls,
        ),
      ).toContain('eth_requestAccounts');
      await page.waitForLoadState('networkidle');
      const own = [pages, stack.chainA, stack.chainB];
      expect(asked.filter(url => url.startsWith('http') && !own.includes(new URL(url).origin))).toEqual([]);
    },
  );

  it('connects a wallet that is only at window.ethereum, and asks it by its own methods [CALL-48] [CALL-50] [ENT-05]', async ({
    lab,
    page,
  }) => {
    await lab.open();
    await page.evaluate(() => {
      const wallet = window.lab.quietWallet();
      Object.assign(window, { legacy: wallet });
      window.lab.installLegacyProvider(wallet, { isRabby: true });
      window.lab.host();
    });
    await lab.button.click();
    await lab.row('Rabby Wallet').click();
    await expect.poll(() => lab.status()).toBe('connected');
    expect(await typesIn(page)).toEqual({ injected: 'INJECTED' });
    await lab.isClosed();
    const calls = () =>
      page.evaluate(() =>
        (window as unknown as { legacy: { calls: { method: string; params: unknown }[] } }).legacy.calls.map(
          ({ method, params }) => ({ method, params }),
        ),
      );
    const methods = (await calls()).map(({ method }) => method);
    expect(methods).toEqual(expect.arrayContaining(['eth_requestAccounts', 'eth_chainId']));
    await page.evaluate(() => window.lab.hosts[0]?.open({ view: 'SwitchNetwork' }));
    await lab.shows('SwitchNetwork');
    await lab.row('Local chain B').click();
    await expect
      .poll(async () => (await calls()).filter(({ method }) => method === 'wallet_switchEthereumChain'))
      .toContainEqual({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x7a6a' }] });
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'connects in the in-app browser of a wallet, which injects late and says so',
    async ({ lab, page, browser }) => {
      const context = await browser.newContext({
        viewport: { width: 390, height: 844 },
        userAgent: MOBILE,
        hasTouch: true,
        isMobile: true,
      });
      const phone = await context.newPage();
      const visible = lab.on(phone);
      await visible.open();
      await phone.evaluate(() => void window.lab.host());
      await visible.button.tap();
      await visible.shows('Connect');
      expect(await visible.row('MetaMask').count()).toBe(0);
      await phone.evaluate(() =>
        window.lab.installLegacyProvider(window.lab.quietWallet(), { isMetaMask: true }),
      );
      await visible.row('MetaMask').tap();
      await expect.poll(() => visible.status()).toBe('connected');
      await context.close();
      expect(page.isClosed()).toBe(false);
    },
  );
});
