import { encodeTransfer, signRequest } from '@latchkit/keyring';
import { createKeyPairSignerFromPrivateKeyBytes } from '@solana/kit';
import { smartAccountAddress } from 'latchkit/protocol';
import { solanaAccounts } from 'latchkit/testing/solana';
import { hexToBytes, parseEther, toHex } from 'viem';
import { describe, expect, inject, vi } from 'vitest';
import { openLiquidity } from '../../apps/dev-bundler/src/openLiquidity.js';
import { type ServedWallet, serveWallet } from '../frame/support/walletServices.js';
import { it as base } from '../frame/support/walletVisits.js';
import { balanceOf, chainRequest } from '../support/chain.js';
import { checkLooksInFull } from '../support/checkLooks.js';
import { addressesOf } from './support/exportWallet.js';
import { PortalVisit } from './support/PortalVisit.js';

/** Development tokens that the gateway lists on both chains. */
const EURO = '0x25283Df5d9f8196E5625528342c53C8aEDC65305';
const DOLLAR = '8miiRen8nQcC8oX85Zvejjs5qYE2YqcrZpPzUQU17Ksz';

const it = base
  .extend('served', { scope: 'file' }, async ({ sites: _ }, { onCleanup }) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { chainA, solana, bundler } = inject('stack');
    const served = await serveWallet({
      ...{ chain: chainA, bundler: `${bundler}/31337`, solana, hasProviders: true },
    });
    onCleanup(async () => {
      vi.useRealTimers();
      await served.stop();
    });
    return served;
  })
  .extend('portal', async ({ browser, served }, { onCleanup }) => {
    const context = await browser.newContext({ locale: 'en-GB' });
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

/** Pays 1 ether and 25 euros to an EVM account. */
async function fundEvm(account: string): Promise<void> {
  const { chainA } = inject('stack');
  await chainRequest(chainA, 'anvil_setBalance', [account, toHex(parseEther('1'))]);
  const { transfer } = await openLiquidity(chainA);
  await transfer(EURO, account as `0x${string}`, parseEther('25'));
}

/** Pays 1 SOL and 7 dollars. */
async function fundSolana(solana: string): Promise<void> {
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
  await expect.poll(() => dollarAmount(solana)).toBe(7_000_000n);
}

/** The smart account of the wallet with an EOA. */
async function smartAccountOf({ suite }: ServedWallet, evm: string): Promise<string> {
  const [row] = await suite.database.query(
    'select owner_address as owner from latchkit_wallet.wallets where evm_address = $1',
    [evm],
  );
  return smartAccountAddress(String(row?.owner));
}

describe('a move to a new wallet', () => {
  it.runIf(process.env.LATCHKIT_FULL)(
    'sends what the old wallet holds in all accounts, and gives every login the new addresses',
    async ({ portal, enter, served }) => {
      const { page } = portal;
      const { chainA } = inject('stack');
      await page.locator('.pt-row data').nth(2).waitFor();
      const [smart = '', evm = '', solana = ''] = (await addressesOf(portal)).map(String);
      expect(smart).toBe(await smartAccountOf(served, evm));
      for (const account of [evm, smart]) await fundEvm(account);
      await fundSolana(solana);
      const host = await enter();
      await host.signIn(portal.email);
      expect(await host.call('GET_USER', {})).toMatchObject({ address: evm });
      // The new wallet.
      await portal.goTo('Move', 'Move to a new wallet');
      await portal.confirm(() => portal.button('Create the new wallet').click());
      const shown = page.getByRole('region', { name: 'New wallet' }).locator('bdi');
      await shown.nth(2).waitFor();
      const [nextSmart = '', nextEvm = '', nextSolana = ''] = await shown.allTextContents();
      expect([nextEvm, nextSolana]).not.toEqual([evm, solana]);
      expect(nextSmart).toBe(await smartAccountOf(served, nextEvm));
      const old = page.getByRole('region', { name: 'Old wallet', exact: true }).locator('bdi');
      expect(await old.allTextContents()).toEqual([smart, evm, solana]);
      expect(await host.call('GET_USER', {})).toMatchObject({ address: evm });
      const assets = page.getByRole('region', { name: 'In the old wallet' }).getByRole('listitem');
      await expect.poll(() => assets.count(), { timeout: 60_000 }).toBe(6);
      await checkLooksInFull(page, 'move-created');
      // Everything, the currencies last.
      await portal.button('Send everything').click();
      await expect.poll(() => assets.filter({ hasText: /Sent$/ }).count(), { timeout: 120_000 }).toBe(6);
      for (const [next, old] of [
        [nextEvm, evm],
        [nextSmart, smart],
      ] as const) {
        expect(await eurosOf(next)).toBe(parseEther('25'));
        expect(await eurosOf(old)).toBe(0n);
        expect(await balanceOf(chainA, next)).toBeGreaterThan(parseEther('0.99'));
      }
      // The fee was the only thing left, and what it did not need is the account's deposit.
      expect(await balanceOf(chainA, smart)).toBe(0n);
      expect(await dollarAmount(nextSolana)).toBe(7_000_000n);
      expect(await onSolana('getBalance', [solana])).toMatchObject({ value: 0 });
      // The rent of a token account and two fees stay behind.
      expect(await onSolana('getBalance', [nextSolana])).toMatchObject({
        value: 1_000_000_000 - 2_039_280 - 10_000,
      });
      // The active wallet.
      await portal.confirm(() => portal.button('Make the new wallet active').click());
      await portal.button('Go back to the old wallet').waitFor();
      await checkLooksInFull(page, 'move-switched');
      // The old wallet still sends.
      await fundEvm(smart);
      await portal.button('Check again').click();
      await assets.filter({ hasText: 'in the smart account' }).nth(1).waitFor();
      await portal.button('Send everything').click();
      await expect.poll(() => assets.filter({ hasText: /Sent$/ }).count(), { timeout: 120_000 }).toBe(2);
      expect(await eurosOf(nextSmart)).toBe(parseEther('50'));
      await portal.open('home');
      await page.locator('.pt-row data').nth(2).waitFor();
      expect(await addressesOf(portal)).toEqual([nextSmart, nextEvm, nextSolana]);
      await host.open();
      expect((await host.call('GET_USER', {})).code).toBe('NOT_CONNECTED');
      await host.signIn(portal.email);
      expect(await host.call('GET_USER', {})).toMatchObject({ address: nextEvm });
    },
  );
});
