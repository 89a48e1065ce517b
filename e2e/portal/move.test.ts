import path from 'node:path';
import { encodeTransfer, signRequest } from '@latchkit/keyring';
import { createKeyPairSignerFromPrivateKeyBytes } from '@solana/kit';
import { solanaAccounts } from 'latchkit/testing/solana';
import type { Page } from 'playwright-core';
import { hexToBytes, parseEther, toHex } from 'viem';
import { describe, expect, inject, vi } from 'vitest';
import { openLiquidity } from '../../apps/dev-bundler/src/openLiquidity.js';
import { serveWallet } from '../frame/support/walletServices.js';
import { it as base } from '../frame/support/walletVisits.js';
import { violationsOfPage } from '../support/axe.js';
import { balanceOf, chainRequest } from '../support/chain.js';
import { addressesOf } from './support/exportWallet.js';
import { PortalVisit } from './support/PortalVisit.js';

/** Development tokens that the gateway lists on both chains. */
const EURO = '0x25283Df5d9f8196E5625528342c53C8aEDC65305';
const DOLLAR = '8miiRen8nQcC8oX85Zvejjs5qYE2YqcrZpPzUQU17Ksz';

const it = base
  .extend('served', { scope: 'file' }, async ({ sites: _ }, { onCleanup }) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { chainA, solana } = inject('stack');
    const served = await serveWallet({ chain: chainA, solana, hasProviders: true });
    onCleanup(async () => {
      vi.useRealTimers();
      await served.stop();
    });
    return served;
  })
  .extend('portal', async ({ browser, served }, { onCleanup }) => {
    const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce' });
    context.setDefaultTimeout(60_000);
    onCleanup(() => context.close());
    const visit = new PortalVisit(await context.newPage(), served, served.suite.address());
    await visit.logIn();
    return visit;
  });

const onSolana = <Result>(method: string, params: readonly unknown[]) =>
  chainRequest<Result>(inject('stack').solana, method, params);

interface TokenAccount {
  readonly pubkey: string;
  readonly account: {
    readonly owner: string;
    readonly data: {
      readonly parsed: { readonly info: { readonly tokenAmount: { readonly amount: string } } };
    };
  };
}

/** The token accounts of an owner for the development dollar. */
const dollarsOf = async (owner: string) =>
  (
    await onSolana<{ value: TokenAccount[] }>('getTokenAccountsByOwner', [
      owner,
      { mint: DOLLAR },
      { encoding: 'jsonParsed' },
    ])
  ).value;

const dollarAmount = async (owner: string) =>
  (await dollarsOf(owner)).reduce(
    (sum, { account }) => sum + BigInt(account.data.parsed.info.tokenAmount.amount),
    0n,
  );

const eurosOf = async (address: string) =>
  BigInt(
    await chainRequest<string>(inject('stack').chainA, 'eth_call', [
      { to: EURO, data: `0x70a08231${address.slice(2).padStart(64, '0')}` },
      'latest',
    ]),
  );

/** Pays 1 ether, 25 euros, 1 SOL and 7 dollars of the development chains. */
async function fund(evm: string, solana: string): Promise<void> {
  const { chainA } = inject('stack');
  await chainRequest(chainA, 'anvil_setBalance', [evm, toHex(parseEther('1'))]);
  const { transfer } = await openLiquidity(chainA);
  await transfer(EURO, evm as `0x${string}`, parseEther('25'));
  await onSolana('requestAirdrop', [solana, 1_000_000_000]);
  const seed = hexToBytes(`0x${solanaAccounts[0]}`);
  const { address: from } = await createKeyPairSignerFromPrivateKeyBytes(seed);
  const { value } = await onSolana<{ value: { blockhash: string } }>('getLatestBlockhash', []);
  const [source] = await dollarsOf(from);
  const payload = encodeTransfer({
    ...{ from, to: solana, amount: '7000000', blockhash: value.blockhash },
    token: {
      ...{ mint: DOLLAR, decimals: 6, program: source?.account.owner ?? '', source: source?.pubkey ?? '' },
    },
  });
  const request = { id: '1', kind: 'solanaTransaction', chainId: 'solana', account: from } as const;
  const signed = signRequest({ ...request, payload }, { evm: seed, owner: seed, solana: seed });
  await onSolana('sendTransaction', [signed, { encoding: 'base64' }]);
  await expect.poll(() => dollarAmount(solana), { timeout: 20_000 }).toBe(7_000_000n);
}

/** `LATCHKIT_SCREENS=<directory>` saves a picture, for human review. */
const { LATCHKIT_SCREENS: saved } = process.env;

async function look(page: Page, name: string): Promise<void> {
  if (saved) await page.screenshot({ path: path.join(saved, `move-${name}.png`), fullPage: true });
  expect(await violationsOfPage(page)).toEqual([]);
}

describe('a move to a new wallet', () => {
  it('sends what the old wallet holds on both kinds of chains, and gives every login the new addresses', async ({
    portal,
    enter,
  }) => {
    const { page } = portal;
    const { chainA } = inject('stack');
    const [evm = '', solana = ''] = (await addressesOf(portal)).map(String);
    await fund(evm, solana);
    const host = await enter();
    await host.signIn(portal.email);
    expect(await host.call('GET_USER', {})).toMatchObject({ address: evm });
    // The new wallet.
    await portal.goTo('Move', 'Move to a new wallet');
    await portal.confirm(() => portal.button('Create the new wallet').click());
    const shown = page.getByRole('region', { name: 'New wallet' }).locator('bdi');
    await shown.first().waitFor();
    const [nextEvm = '', nextSolana = ''] = await shown.allTextContents();
    expect([nextEvm, nextSolana]).not.toEqual([evm, solana]);
    expect(await host.call('GET_USER', {})).toMatchObject({ address: evm });
    const assets = page.getByRole('region', { name: 'In the old wallet' }).getByRole('listitem');
    await expect.poll(() => assets.count(), { timeout: 60_000 }).toBe(4);
    await look(page, 'created');
    // Everything, the currencies last.
    await portal.button('Send everything').click();
    await expect.poll(() => assets.filter({ hasText: /Sent$/ }).count(), { timeout: 120_000 }).toBe(4);
    expect(await eurosOf(nextEvm)).toBe(parseEther('25'));
    expect(await dollarAmount(nextSolana)).toBe(7_000_000n);
    expect(await balanceOf(chainA, nextEvm)).toBeGreaterThan(parseEther('0.99'));
    expect(await onSolana('getBalance', [solana])).toMatchObject({ value: 0 });
    // The rent of a token account and two fees stay behind.
    expect(await onSolana('getBalance', [nextSolana])).toMatchObject({
      value: 1_000_000_000 - 2_039_280 - 10_000,
    });
    // The active wallet.
    await portal.confirm(() => portal.button('Make the new wallet active').click());
    await portal.button('Go back to the old wallet').waitFor();
    await look(page, 'switched');
    expect(await addressesOf(portal)).toEqual([nextEvm, nextSolana]);
    await host.open();
    expect((await host.call('GET_USER', {})).code).toBe('NOT_CONNECTED');
    await host.signIn(portal.email);
    expect(await host.call('GET_USER', {})).toMatchObject({ address: nextEvm });
  });
});
