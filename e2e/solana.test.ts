import { createPublicKey, verify } from 'node:crypto';
import { getBase58Encoder } from '@solana/kit';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { chainRequest, threeDecimals } from './support/chain.js';
import { WALLET } from './support/DemoPage.js';
import { it } from './support/demo.js';
import { solanaChanges } from './support/solanaChanges.js';
import { passesUntil, stopClock } from './support/stopClock.js';

/** The first account of the development runtime, which the demo wallet uses, and the second one. */
const ADDRESS = 'JWgFSyNo41zoF2swjqVNsAfetK3AcBA6HAhNh5TrShV';
const SECOND = '5Tkybgq8dxVSJd5bs7gjDCY3pafCqvHqyuKqLYSb6uv1';
const LOCAL = 'FV3DkVXbDAcYwoKpev2ToSW3DCmuqBG4';
const DEVNET = 'EtWTRABZaYq6iMFeYKouRu166VU2xqa1';
const MESSAGE = 'Meridian asks you to confirm that this account is yours.';
const CONNECTIONS = 'latchkit.v1.connections';

/** DER prefix of an Ed25519 public key (RFC 8410). */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');

function isSignedBy(message: string, signature: string, address: string): boolean {
  const bytes = (text: string) => Buffer.from(getBase58Encoder().encode(text));
  const key = createPublicKey({ key: Buffer.concat([SPKI, bytes(address)]), format: 'der', type: 'spki' });
  return verify(null, Buffer.from(message), key, bytes(signature));
}

const lamports = async (url: string, address: string) =>
  BigInt((await chainRequest<{ value: number }>(url, 'getBalance', [address])).value);

/** Returns the features that the page used of the Solana demo wallet. */
const asked = (page: Page): Promise<string[]> =>
  page.evaluate(() => window.demo.solanaWallets[0]?.calls.map(({ method }) => method) ?? []);

const AUTO = 'adapters=solana&prompt=auto';

describe('a page of Solana', () => {
  it('connects the wallet that the visitor picks [LOG-10] [ENT-11]', async ({ demo }) => {
    await demo.open('adapters=solana');
    await demo.connect();
    expect(await demo.read('address')).toBe(ADDRESS);
    expect(await demo.read('caip-address')).toBe(`solana:${LOCAL}:${ADDRESS}`);
    expect(await demo.read('chain-id')).toBe(LOCAL);
    expect(await demo.read('namespace')).toBe('solana');
    expect(JSON.parse(await demo.read('accounts'))).toMatchObject([
      { namespace: 'solana', address: ADDRESS },
    ]);
    expect(await demo.read('error')).toBe('');
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'reports when the visitor refuses, and connects at the next try',
    async ({ demo }) => {
      await demo.open('adapters=solana');
      await demo.connectButton.click();
      await demo.shows('Connect');
      await demo.button(WALLET).click();
      await demo.reject();
      await expect.poll(() => demo.read('error')).toMatch(/^CONNECTION_REJECTED/);
      expect(await demo.read('status')).toBe('disconnected');
      await demo.button('Try again').click();
      await demo.approve();
      await demo.reads('status', 'connected');
    },
  );

  it('shows the balance, signs, and pays [CAP-03]', async ({ demo, stack }) => {
    await demo.openConnected(AUTO);
    const shown = threeDecimals((await lamports(stack.solana, ADDRESS)) * 10n ** 9n);
    await expect.poll(() => demo.read('balance')).toMatch(/^\d+(\.\d+)? SOL$/);
    await demo.connectButton.click();
    await demo.shows('Account');
    await demo.modal.locator('.lk-balance-main [data-tip$=" SOL"]').waitFor();
    expect(shown).toMatch(/^\d+\.\d{3}$/);
    await demo.button('Close').click();

    await demo.hostButton('Sign message').click();
    await expect.poll(() => demo.read('signature')).not.toBe('');
    expect(isSignedBy(MESSAGE, await demo.read('signature'), ADDRESS)).toBe(true);

    await demo.hostButton('Send transaction').click();
    await expect.poll(() => demo.read('transaction')).not.toBe('');
    const hash = await demo.read('transaction');
    await expect
      .poll(() => chainRequest(stack.solana, 'getSignatureStatuses', [[hash]]))
      .toMatchObject({ value: [{ err: null }] });
    await expect
      .poll(() => solanaChanges(stack.solana, hash))
      .toMatchObject({ [ADDRESS]: -10_000_000 - 5_000, [SECOND]: 10_000_000 });
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'stays connected over a reload, without a prompt [STATE-07]',
    async ({ demo, page }) => {
      await demo.open('adapters=solana');
      await demo.connect();
      await page.reload();
      await demo.reads('status', 'connected');
      expect(await demo.read('address')).toBe(ADDRESS);
      expect(await demo.prompt.count()).toBe(0);
      expect(await asked(page)).toEqual(['standard:connect']);
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'restores a wallet that comes late, and is disconnected where none comes [STATE-07] [STATE-09]',
    async ({ demo, page }) => {
      await demo.openConnected(AUTO);
      await stopClock(page);
      await demo.open('adapters=solana&late=600');
      await demo.reads('status', 'reconnecting');
      await passesUntil(demo, 'connected');
      await demo.open('adapters=solana&wallet=none');
      await demo.reads('status', 'reconnecting');
      await passesUntil(demo, 'disconnected');
      expect(await page.evaluate(key => localStorage.getItem(key), CONNECTIONS)).toContain(WALLET);
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'switches the cluster, with the button of the host and in the modal [CAP-02]',
    async ({ demo }) => {
      await demo.openConnected(AUTO);
      await demo.hostButton('Switch network').click();
      await demo.reads('chain-id', DEVNET);
      expect(await demo.read('caip-address')).toBe(`solana:${DEVNET}:${ADDRESS}`);
      await demo.networkButton.click();
      await demo.shows('SwitchNetwork');
      await demo.button('Local Solana').click();
      await demo.reads('chain-id', LOCAL);
      expect(await demo.read('status')).toBe('connected');
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'updates when the visitor selects another account or disconnects in the wallet',
    async ({ demo, page }) => {
      await demo.openConnected(AUTO);
      await page.evaluate(async address => window.demo.solanaWallets[0]?.changeAccounts([address]), SECOND);
      await demo.reads('address', SECOND);
      await page.evaluate(() => window.demo.solanaWallets[0]?.disconnect());
      await demo.reads('status', 'disconnected');
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)('disconnects, at the wallet too', async ({ demo, page }) => {
    await demo.openConnected(AUTO);
    await demo.hostButton('Disconnect').click();
    await demo.reads('status', 'disconnected');
    await expect.poll(() => asked(page)).toContain('standard:disconnect');
    await page.reload();
    await demo.reads('status', 'disconnected');
  });

  it.runIf(process.env.LATCHKIT_FULL)('works under the strictest policy', async ({ demo, page }) => {
    const violations: string[] = [];
    page.on('console', message => {
      if (/Content Security Policy|Trusted/i.test(message.text())) violations.push(message.text());
    });
    await demo.open('adapters=solana&csp=strict');
    await demo.connect();
    await expect.poll(() => demo.read('balance')).toMatch(/SOL$/);
    await demo.hostButton('Send transaction').click();
    await demo.approve();
    await expect.poll(() => demo.read('transaction')).not.toBe('');
    expect(violations).toEqual([]);
  });

  it.runIf(process.env.LATCHKIT_FULL)('survives malicious wallets', async ({ demo, page }) => {
    const kinds =
      'scriptIcon,foreignIcon,hugeIcon,hugeName,bidiName,markupName,throwingName,throwingChains,throwingFeatures,noFeatures,wrongChains,duplicateName,nothing';
    await demo.open(`adapters=solana&prompt=auto&hostile=${kinds}`);
    await demo.connectButton.click();
    await demo.shows('Connect');
    // The wallet that copied its name is listed next to it.
    await demo.button(WALLET).first().click();
    await demo.reads('address', ADDRESS);
    expect(await page.evaluate(() => '__hostile' in window)).toBe(false);
  });
});

describe('a page of EVM and Solana', () => {
  it.runIf(process.env.LATCHKIT_FULL)(
    'shows a wallet of both once, with a connector of each inside [ENT-06] [ENT-04]',
    async ({ demo, page }) => {
      await demo.open('adapters=evm,solana&prompt=auto&gateway=none');
      await demo.connectButton.click();
      await demo.shows('Connect');
      await demo.button(WALLET).waitFor();
      await expect
        .poll(() =>
          page.evaluate(() =>
            window.demo.kit.store.getState().connectors.map(({ name, type, connectors }) => ({
              name,
              type,
              chains: connectors?.map(({ chain }) => chain),
            })),
          ),
        )
        .toEqual([
          { name: WALLET, type: 'MULTI_CHAIN', chains: expect.arrayContaining(['eip155', 'solana']) },
        ]);
      expect(await demo.modal.getByRole('button', { name: WALLET }).count()).toBe(1);
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'keeps the status of each kind of chain apart [STATE-04]',
    async ({ demo, page }) => {
      await demo.open('adapters=evm,solana&prompt=auto');
      await page.evaluate(() => {
        const { store } = window.demo.kit;
        const seen: string[] = [];
        Object.assign(window, { seen });
        const look = () => {
          const { eip155, solana } = store.getState().namespaces;
          const line = `${eip155?.account.status} ${solana?.account.status}`;
          if (seen.at(-1) !== line) seen.push(line);
        };
        look();
        store.subscribe(look);
      });
      await demo.connectButton.click();
      await demo.shows('Connect');
      await demo.button(WALLET).click();
      await demo.button('Ethereum networks').click();
      await demo.reads('status', 'connected');
      await demo.leave();
      const statuses = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
      expect(statuses).toEqual([
        'disconnected disconnected',
        'connecting disconnected',
        'connected disconnected',
      ]);
      expect(await demo.read('namespace')).toBe('eip155');
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'connects the kind of chain that the visitor chooses, and keeps it over a reload [STATE-04] [STATE-07]',
    async ({ demo, page }) => {
      await demo.open('adapters=evm,solana&prompt=auto');
      await demo.connectButton.click();
      await demo.shows('Connect');
      await demo.button(WALLET).click();
      await demo.button('Solana').click();
      await demo.reads('address', ADDRESS);
      await page.reload();
      await demo.reads('status', 'connected');
      expect(await demo.read('namespace')).toBe('solana');
      const other = await page.evaluate(
        () => window.demo.kit.store.getState().namespaces.eip155?.account.status,
      );
      expect(other).toBe('disconnected');
    },
  );
});
