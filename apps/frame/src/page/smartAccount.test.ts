import { smartAccountAddress } from 'latchkit/protocol';
import {
  createPublicClient,
  createTestClient,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
  parseEther,
} from 'viem';
import { foundry } from 'viem/chains';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { WALLET_SCHEMA } from '../../../../packages/gateway/src/wallet/service/walletMigrations.js';
import {
  SMART_CHAIN,
  type SmartAccountSuite,
  smartAccountSuite,
} from '../../../../packages/gateway/test/wallet/smartAccountSuite.js';
import type { WalletSuite } from '../../../../packages/gateway/test/wallet/walletSuite.js';
import { awaitedLater } from '../../../../scripts/lib/awaitedLater.mjs';
import { endedCalls, newSmartUser, receiver } from './smartUser.test-support.js';
import { createBrowser, openWallet, signIn, type Wallet } from './walletPart.test-support.js';

// A sign-in takes many calls with proofs: seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const OTHER_CHAIN = 'eip155:10';
const SOLANA_CHAIN = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1';
let suite: WalletSuite;
let bundler: SmartAccountSuite['bundler'];
let chainUrl: string;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ suite, bundler, chainUrl, close } = await smartAccountSuite());
});
afterAll(() => close());
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await debug('debug_bundler_setBundlingMode', 'auto');
});

const reader = () => createPublicClient({ chain: foundry, transport: http(chainUrl) });
const anvil = () => createTestClient({ mode: 'anvil', chain: foundry, transport: http(chainUrl) });

async function debug(method: string, ...params: unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const headers = { 'content-type': 'application/json' };
  return (await fetch(bundler.url(31_337), { method: 'POST', body, headers })).json();
}

const read = (wallet: Wallet, method: string, params: unknown[] = [], chainId = SMART_CHAIN) =>
  wallet.call('RPC_REQUEST', { method, params, chainId, chainNamespace: 'eip155' });

const smartUser = () => newSmartUser(suite);
const balanceOf = (address: Hex) => reader().getBalance({ address });

describe('the account of the active network', () => {
  it("is the one that the host prefers until the user chooses, on this host's pages only (rows-D10)", async () => {
    const browser = await createBrowser();
    const wallet = await openWallet(suite, browser);
    await signIn(suite, wallet, suite.address());
    const chainId = SMART_CHAIN;
    const smart = await wallet.call('GET_USER', { chainId });
    expect(smart).toMatchObject({
      preferredAccountType: 'smartAccount',
      accounts: [{ type: 'smartAccount' }, {}, {}],
    });
    const eoa = await wallet.call('GET_USER', { chainId, preferredAccountType: 'eoa' });
    expect(eoa).toMatchObject({ preferredAccountType: 'eoa', accounts: [{ type: 'eoa' }, {}, {}] });
    expect(eoa.address).not.toBe(smart.address);
    expect(wallet.part.accounts()[0]).toBe(eoa.address);
    // Neither a message without a preference nor one for Solana, which has one account, changes it.
    expect(await wallet.call('GET_USER', {})).toEqual(eoa);
    const solana = { chainId: SOLANA_CHAIN, preferredAccountType: 'smartAccount' } as const;
    expect(await wallet.call('GET_USER', solana)).toMatchObject({ preferredAccountType: 'eoa' });
    expect(await wallet.call('GET_USER', { chainId, preferredAccountType: 'payment' })).toEqual(eoa);
    const other = await openWallet(suite, browser);
    expect(await other.call('GET_USER', { chainId })).toMatchObject({ address: smart.address });

    await other.call('SET_PREFERRED_ACCOUNT', { type: 'smartAccount' });
    await vi.waitFor(() => expect(wallet.part.accounts()[0]).toBe(smart.address));
    for (const page of [wallet, other, await openWallet(suite, browser)]) {
      const chosen = await page.call('GET_USER', { chainId, preferredAccountType: 'eoa' });
      expect(chosen).toMatchObject({ preferredAccountType: 'smartAccount', address: smart.address });
    }
  });

  it('is the smart account of a new wallet on chains that have it, and the EOA of an older one until the user chooses [ENT-30]', async () => {
    const browser = await createBrowser();
    const made = await openWallet(suite, browser);
    await signIn(suite, made, suite.address());
    expect(await made.call('GET_USER', {})).toMatchObject({
      preferredAccountType: 'smartAccount',
      accounts: [{ type: 'smartAccount' }, { type: 'eoa' }, {}],
    });
    // A wallet from before there were smart accounts.
    await suite.database.query(`update ${WALLET_SCHEMA}.wallets set preferred_account = default`);
    const wallet = await openWallet(suite, browser);
    const eoa = await wallet.call('GET_USER', {});
    expect(eoa).toMatchObject({ preferredAccountType: 'eoa', smartAccountDeployed: false });
    expect(await wallet.call('GET_SMART_ACCOUNT_ENABLED_NETWORKS', {})).toEqual({
      smartAccountEnabledNetworks: [31_337],
    });
    const both = [
      { namespace: 'eip155', address: eoa.address, type: 'eoa' },
      { namespace: 'eip155', address: expect.stringMatching(/^0x/), type: 'smartAccount' },
      { namespace: 'solana', address: expect.any(String), type: 'eoa' },
    ];
    expect(wallet.told.at(-1)).toMatchObject({ type: 'ACCOUNTS_CHANGED', payload: { accounts: both } });
    const { address, isDeployed } = await wallet.call('INIT_SMART_ACCOUNT', {});
    expect([isDeployed, address === eoa.address]).toEqual([false, false]);

    const other = await openWallet(suite, browser);
    await other.call('GET_USER', {});
    expect(await wallet.call('SET_PREFERRED_ACCOUNT', { type: 'smartAccount' })).toEqual({
      type: 'smartAccount',
      address,
    });
    const smart = await wallet.call('GET_USER', {});
    expect(smart).toMatchObject({ address, preferredAccountType: 'smartAccount' });
    expect(smart.accounts.map(one => one.type)).toEqual(['smartAccount', 'eoa', 'eoa']);
    expect(wallet.part.accounts()[0]).toBe(address);
    // Every page of the browser follows, and a later visit too.
    await vi.waitFor(async () => expect((await other.call('GET_USER', {})).address).toBe(address));
    const later = await openWallet(suite, browser);
    expect(await later.call('GET_USER', {})).toMatchObject({ address });

    await wallet.call('SWITCH_NETWORK', { chainId: OTHER_CHAIN });
    await vi.waitFor(() => expect(wallet.told.at(-1)?.type).toBe('ACCOUNTS_CHANGED'));
    expect(wallet.told.at(-1)).toMatchObject({ payload: { accounts: [{ address: eoa.address }, {}, {}] } });
    expect(await wallet.call('GET_USER', {})).toMatchObject({
      address: eoa.address,
      preferredAccountType: 'smartAccount',
    });
    expect(wallet.part.accounts(SMART_CHAIN)[0]).toBe(address);
    await wallet.call('SET_PREFERRED_ACCOUNT', { type: 'eoa' });
    expect(wallet.part.accounts(SMART_CHAIN)[0]).toBe(eoa.address);
  });

  it('is the same smart account in another browser [SEC-53]', async () => {
    const { wallet, address, email } = await smartUser();
    await wallet.call('SIGN_OUT', {});
    const elsewhere = await openWallet(suite, await createBrowser());
    await signIn(suite, elsewhere, email);
    expect(await elsewhere.call('GET_USER', {})).toMatchObject({ address });
  });
});

describe('a signature of the smart account', () => {
  it('verifies before and after its deployment, and on no other account [SEC-70]', async () => {
    const { wallet, address } = await smartUser();
    const message = 'Hello';
    const sign = async () => (await read(wallet, 'personal_sign', [message, address])) as Hex;
    const typed = {
      domain: { name: 'Shop' },
      types: { Order: [{ name: 'id', type: 'uint256' }] },
      primaryType: 'Order',
      message: { id: 7n },
    } as const;
    const json = JSON.stringify({ ...typed, message: { id: '7' } });
    const undeployed = await sign();
    expect(await reader().verifyMessage({ address, message, signature: undeployed })).toBe(true);
    const stranger = smartAccountAddress(address);
    expect(await reader().verifyMessage({ address: stranger, message, signature: undeployed })).toBe(false);
    const signedData = (await read(wallet, 'eth_signTypedData_v4', [address, json])) as Hex;
    expect(await reader().verifyTypedData({ ...typed, address, signature: signedData })).toBe(true);
    await read(wallet, 'wallet_sendCalls', [{ calls: [{ to: receiver() }] }]);
    await vi.waitFor(async () => expect(await reader().getCode({ address })).not.toBeUndefined());
    expect(await reader().verifyMessage({ address, message, signature: undeployed })).toBe(true);
    expect(await reader().verifyMessage({ address, message, signature: await sign() })).toBe(true);
    expect(await wallet.call('GET_USER', {})).toHaveProperty('address', address);
  });
});

describe('calls of the smart account', () => {
  const send = async (wallet: Wallet, calls: object[], more: object = {}) =>
    (await read(wallet, 'wallet_sendCalls', [{ version: '2.0.0', chainId: '0x7a69', calls, ...more }])) as {
      id: Hex;
    };
  const status = async (wallet: Wallet, id: string) =>
    (await read(wallet, 'wallet_getCallsStatus', [id])) as { status: number; receipts: unknown[] };

  it('land together, with one approval, a sponsored fee and the deployment', async () => {
    const { wallet, address, browser } = await smartUser();
    const [one, two] = [receiver(), receiver()];
    expect(
      await read(wallet, 'wallet_getCapabilities', [address, ['0x7a69', '0xa']]).catch(e => e.code),
    ).toEqual({
      '0x7a69': { atomic: { status: 'supported' }, paymasterService: { supported: true } },
      '0xa': { atomic: { status: 'unsupported' } },
    });
    await anvil().setBalance({ address, value: 5n });
    const { id } = await send(
      wallet,
      [
        { to: one, value: '0x2' },
        { to: two, value: '0x3' },
      ],
      {
        atomicRequired: true,
      },
    );
    expect(wallet.visitor.reviewed).toHaveLength(1);
    const [review] = wallet.visitor.reviewed;
    expect(review).toMatchObject({ risk: 'R2', action: { text: 'action.calls' }, warnings: [], blocks: [] });
    expect(review?.changes).toHaveLength(2);
    expect(review?.calls).toMatchObject({ order: 'screen.allOrNone', list: [{}, {}] });
    expect(review?.facts).toContainEqual({ label: 'fact.fee', value: { text: 'value.sponsored' } });
    expect(review?.facts.some(({ label }) => label === 'fact.setUp')).toBe(true);
    const done = await endedCalls(wallet, id);
    expect(done).toMatchObject({
      status: 200,
      atomic: true,
      chainId: '0x7a69',
      receipts: [{ status: '0x1' }],
    });
    expect([await balanceOf(one), await balanceOf(two), await balanceOf(address)]).toEqual([2n, 3n, 0n]);
    // The next one deploys nothing, and a page without storage knows only its own calls.
    const next = await send(wallet, [{ to: one }]);
    expect((await endedCalls(wallet, next.id)).status).toBe(200);
    expect(wallet.visitor.reviewed[1]?.facts.some(({ label }) => label === 'fact.setUp')).toBe(false);
    const later = await openWallet(suite, browser);
    expect(await status(later, next.id).catch(error => error.code)).toBe('CALLS_NOT_FOUND');
  });

  it('have the id that the page chose, once', async () => {
    const { wallet } = await smartUser();
    const id = `0x${'ab'.repeat(32)}`;
    expect(await send(wallet, [{ to: receiver() }], { id })).toEqual({ id });
    expect((await endedCalls(wallet, id)).status).toBe(200);
    await expect(send(wallet, [{ to: receiver() }], { id })).rejects.toMatchObject({ code: 'CALLS_EXIST' });
    await expect(
      send(wallet, [{ to: receiver() }], { capabilities: { auxiliaryFunds: {} } }),
    ).rejects.toMatchObject({ code: 'CAPABILITY_NOT_SUPPORTED' });
    await expect(send(wallet, [{ to: '0x12' }])).rejects.toMatchObject({ code: 'BAD_MESSAGE' });
  });

  it('are one call for eth_sendTransaction, which returns the transaction', async () => {
    const { wallet, address } = await smartUser();
    const to = receiver();
    await anvil().setBalance({ address, value: parseEther('1') });
    const hash = (await read(wallet, 'eth_sendTransaction', [{ from: address, to, value: '0x7' }])) as Hex;
    expect((await reader().getTransactionReceipt({ hash })).status).toBe('success');
    expect(await balanceOf(to)).toBe(7n);
  });

  it('cannot be approved without the funds, and report that they failed', async () => {
    const { wallet } = await smartUser();
    const dear = send(wallet, [{ to: receiver(), value: '0xde0b6b3a7640000' }]);
    await expect(dear).rejects.toMatchObject({ code: 'REJECTED' });
    expect(wallet.visitor.reviewed[0]?.shortage).toBeDefined();
    // Reverts on every call.
    const contract = receiver();
    await anvil().setCode({ address: contract, bytecode: '0x60006000fd' });
    const { id } = await send(wallet, [{ to: receiver() }, { to: contract, data: '0x01' }]);
    expect(wallet.visitor.reviewed[1]?.warnings).toContainEqual({ text: 'warning.fails' });
    expect(await endedCalls(wallet, id)).toMatchObject({ status: 500, receipts: [{ status: '0x0' }] });
  });

  it('are not sent when the wallet is frozen after the review', async () => {
    const { wallet, userId, address } = await smartUser();
    wallet.visitor.beforeDecision = async () => {
      await suite.database.query(
        `update ${WALLET_SCHEMA}.users set frozen_until = now() + interval '1 day' where id = $1`,
        [userId],
      );
    };
    await expect(send(wallet, [{ to: receiver() }])).rejects.toMatchObject({ code: 'FROZEN' });
    expect(await reader().getCode({ address })).toBeUndefined();
  });

  it('wait for those before: no two have the same nonce', async () => {
    const { wallet } = await smartUser();
    await debug('debug_bundler_setBundlingMode', 'manual');
    const first = await send(wallet, [{ to: receiver() }]);
    expect((await status(wallet, first.id)).status).toBe(100);
    const second = awaitedLater(send(wallet, [{ to: receiver() }]));
    await debug('debug_bundler_setBundlingMode', 'auto');
    await debug('debug_bundler_sendBundleNow');
    const { id } = await second;
    expect((await endedCalls(wallet, id)).status).toBe(200);
    expect((await status(wallet, first.id)).status).toBe(200);
  });
});

describe('calls that are tried out', () => {
  /** Writes a `Transfer` of 1,000 of itself, whatever is called. */
  const token = (from: Hex, to: Hex): Hex =>
    `0x6103e860005273${to.slice(2)}73${from.slice(2)}7fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef60206000a300`;

  it('run as EntryPoint runs them, with and without a contract and coins, and hide no loss [SEC-109]', async () => {
    const { wallet, address } = await smartUser();
    const [victim, thief] = [receiver(), receiver()];
    const send = async (calls: object[]) =>
      (await read(wallet, 'wallet_sendCalls', [{ version: '2.0.0', calls }])) as { id: string };
    await anvil().setCode({ address: victim, bytecode: token(thief, address) });
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [thief, 1_000n] });
    // The contract pays the transfer back, and the last call as well. No coins: the project pays.
    for (const isFirst of [true, false]) {
      const { id } = await send([
        { to: victim, data },
        { to: victim, data: '0x01' },
      ]);
      const [review, simulated] = [wallet.visitor.reviewed.at(-1), wallet.visitor.simulated.at(-1)];
      expect(simulated, String(isFirst)).toMatchObject({
        outcome: 'passed',
        isOpen: true,
        moves: [{ token: victim.toLowerCase(), out: 0n, in: 2_000n }],
      });
      expect(review?.changes.map(({ tone, line }) => [tone, line.slots?.amount])).toEqual([
        ['out', { number: '1000' }],
        ['tried', { number: '2000' }],
      ]);
      expect((await endedCalls(wallet, id)).status).toBe(200);
    }
  });
});

describe('calls of the EOA', () => {
  it('are one review, sent one after another, and end with the first that fails', async () => {
    const wallet = await openWallet(suite, await createBrowser());
    await signIn(suite, wallet, suite.address());
    await wallet.call('SET_PREFERRED_ACCOUNT', { type: 'eoa' });
    const { address } = await wallet.call('GET_USER', {});
    await anvil().setBalance({ address: address as Hex, value: parseEther('1') });
    const [one, two, three, contract] = [receiver(), receiver(), receiver(), receiver()];
    const send = async (calls: object[], more: object = {}) =>
      (await read(wallet, 'wallet_sendCalls', [{ from: address, calls, ...more }])) as { id: string };
    const both = [
      { to: one, value: '0x1' },
      { to: two, value: '0x2' },
    ];
    await expect(send(both, { atomicRequired: true })).rejects.toMatchObject({ code: 'CALLS_NOT_ATOMIC' });
    const { id } = await send(both);
    expect(wallet.visitor.reviewed).toHaveLength(1);
    expect(wallet.visitor.reviewed[0]?.action).toMatchObject({ text: 'action.oneByOne' });
    expect(await endedCalls(wallet, id)).toMatchObject({ status: 200, atomic: false, receipts: [{}, {}] });
    expect([await balanceOf(one), await balanceOf(two)]).toEqual([1n, 2n]);

    await anvil().setCode({ address: contract, bytecode: '0x60006000fd' });
    const stopped = await send([{ to: three, value: '0x3' }, { to: contract, data: '0x01' }, { to: one }]);
    const status = await endedCalls(wallet, stopped.id);
    expect(status).toMatchObject({ status: 600, receipts: [{ status: '0x1' }, { status: '0x0' }] });
    expect(await reader().getTransactionCount({ address: address as Hex })).toBe(4);
  });
});
