import type { DevelopmentBundler } from '@latchkit/dev-bundler';
import {
  checksumAddress,
  encodeAccountCalls,
  hashUserOperation,
  SMART_ACCOUNT_V1,
  smartAccountFactoryData,
  type UserOperation,
} from 'latchkit/protocol';
import {
  createPublicClient,
  createTestClient,
  type Hex,
  http,
  keccak256,
  parseEther,
  toHex,
  zeroAddress,
} from 'viem';
import { entryPoint07Abi } from 'viem/account-abstraction';
import { foundry } from 'viem/chains';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { WALLET_SCHEMA } from '../../../../packages/gateway/src/wallet/service/walletMigrations.js';
import { startAnvil } from '../../../../packages/gateway/test/servers/startAnvil.js';
import { startBundler } from '../../../../packages/gateway/test/servers/startBundler.js';
import { type WalletSuite, walletSuite } from '../../../../packages/gateway/test/wallet/walletSuite.js';
import { type FaultyServer, startFaultyServer } from './faultyServer.test-support.js';
import { endedCalls, newSmartUser, receiver } from './smartUser.test-support.js';
import { storedPages } from './storedPages.test-support.js';
import { createBrowser, type Network, openWallet, signIn, type Wallet } from './walletPart.test-support.js';

// A sign-in takes many calls with proofs: seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const CHAIN = 'eip155:31337';
let suite: WalletSuite;
let bundler: DevelopmentBundler;
let faulty: FaultyServer;
let chainUrl: string;
let stopChain: () => Promise<void>;
beforeAll(async () => {
  const chain = await startAnvil(31_337);
  ({ url: chainUrl, stop: stopChain } = chain);
  bundler = await startBundler(chain.url);
  faulty = await startFaultyServer(bundler.url(31_337));
  suite = await walletSuite({
    upstreams: { [CHAIN]: [chain.url] },
    bundlers: { [CHAIN]: { bundler: faulty.url, paymaster: bundler.url(31_337) } },
  });
});
afterAll(async () => {
  await suite.close();
  await faulty.close();
  await bundler.close();
  await stopChain();
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(async () => {
  vi.useRealTimers();
  faulty.heal();
  await debug('debug_bundler_setBundlingMode', 'auto');
});

const reader = () => createPublicClient({ chain: foundry, transport: http(chainUrl), pollingInterval: 20 });
const anvil = () => createTestClient({ mode: 'anvil', chain: foundry, transport: http(chainUrl) });
const balanceOf = (address: Hex) => reader().getBalance({ address });

async function debug(method: string, ...params: unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const headers = { 'content-type': 'application/json' };
  return (await fetch(bundler.url(31_337), { method: 'POST', body, headers })).json();
}

const ask = (wallet: Wallet, method: string, params: unknown[], signal?: AbortSignal) =>
  wallet.call('RPC_REQUEST', { method, params, chainId: CHAIN, chainNamespace: 'eip155' }, signal);

const send = async (wallet: Wallet, calls: object[], more: object = {}, signal?: AbortSignal) =>
  (await ask(wallet, 'wallet_sendCalls', [{ version: '2.0.0', calls, ...more }], signal)) as { id: string };

const status = async (wallet: Wallet, id: string) =>
  (await ask(wallet, 'wallet_getCallsStatus', [id])) as { status: number; receipts: { status: string }[] };

const code = (of: Promise<unknown>) =>
  of.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  );

const reasonOf = (of: Promise<unknown>) =>
  of.then(
    () => 'done',
    (error: { code?: string; context: { reason?: string } }) => `${error.code} ${error.context.reason}`,
  );

const freeze = (userId: string) =>
  suite.database.query(
    `update ${WALLET_SCHEMA}.users set frozen_until = now() + interval '1 day' where id = $1`,
    [userId],
  );

/** Mines a block after the operations that are signed now have expired. */
async function expire() {
  const { timestamp } = await reader().getBlock();
  const now = Math.max(Number(timestamp), Math.floor(Date.now() / 1_000));
  await anvil().setNextBlockTimestamp({ timestamp: BigInt(now + 1_000) });
  await anvil().mine({ blocks: 1 });
}

describe('calls of the EOA on a page that ends', () => {
  /** A user with ether, in a browser with storage; transactions wait until a block is mined. */
  async function eoaUser() {
    const pages = storedPages();
    const browser = { ...(await createBrowser()), window: pages.window };
    let isRunning = true;
    const network: Network = async request =>
      isRunning ? suite.servers.fetch(request) : new Promise(() => {});
    const wallet = await openWallet(suite, browser, network);
    await signIn(suite, wallet, suite.address());
    await wallet.call('SET_PREFERRED_ACCOUNT', { type: 'eoa' });
    const address = (await wallet.call('GET_USER', {})).address as Hex;
    await anvil().setBalance({ address, value: parseEther('1') });
    await anvil().setAutomine(false);
    onTestFinished(async () => {
      wallet.leave();
      await anvil().setAutomine(true);
      await anvil().mine({ blocks: 1 });
    });
    const crash = () => {
      isRunning = false;
      pages.crash();
    };
    return { browser, wallet, address, crash };
  }

  it('end as partly done: the first was mined, and the others are never sent', async () => {
    const { browser, wallet, address, crash } = await eoaUser();
    const [one, two] = [receiver(), receiver()];
    const calls = [
      { to: one, value: '0x1' },
      { to: two, value: '0x2' },
    ];
    const { id } = await send(wallet, calls);
    const later = await openWallet(suite, browser);
    expect((await status(later, id)).status, 'another page sends them').toBe(100);
    crash();
    expect((await status(later, id)).status, 'the first one waits').toBe(100);
    await anvil().mine({ blocks: 1 });
    expect(await status(later, id)).toMatchObject({ status: 600, receipts: [{ status: '0x1' }] });
    expect([await balanceOf(one), await balanceOf(two)]).toEqual([1n, 0n]);
    expect(await reader().getTransactionCount({ address })).toBe(1);
  });

  it('end as failed if the first reverts, and as not included if the chain drops it', async () => {
    const { browser, wallet, crash } = await eoaUser();
    const contract = receiver();
    await anvil().setCode({ address: contract, bytecode: '0x60006000fd' });
    const reverting = await send(wallet, [{ to: contract, data: '0x01' }, { to: receiver() }]);
    crash();
    const later = await openWallet(suite, browser);
    await anvil().mine({ blocks: 1 });
    expect(await status(later, reverting.id)).toMatchObject({ status: 500, receipts: [{ status: '0x0' }] });

    const dropped = await send(later, [{ to: receiver() }, { to: receiver() }]);
    expect((await status(later, dropped.id)).status).toBe(100);
    later.leave();
    await anvil().dropTransaction({ hash: dropped.id as Hex });
    const last = await openWallet(suite, browser);
    await vi.waitFor(async () => expect((await status(last, dropped.id)).status).toBe(400));
  });

  it('are not sent when the wallet is frozen after the review, and are not known then', async () => {
    const { wallet, address } = await eoaUser();
    const [row] = await suite.database.query(
      `select user_id as id from ${WALLET_SCHEMA}.wallets where evm_address = $1`,
      [address],
    );
    wallet.visitor.beforeDecision = async () => {
      await freeze(String(row?.id));
    };
    const id = `0x${'12'.repeat(32)}`;
    expect(await code(send(wallet, [{ to: receiver() }, { to: receiver() }], { id }))).toBe('FROZEN');
    expect(await code(status(wallet, id))).toBe('CALLS_NOT_FOUND');
    expect(await reader().getTransactionCount({ address, blockTag: 'pending' })).toBe(0);
  });
});

describe('the paymaster that a page names', () => {
  it('pays, or nothing is asked; only if it is optional does the account pay', async () => {
    const { wallet, address } = await smartUser();
    await anvil().setBalance({ address, value: parseEther('1') });
    // The project allows no paymaster of its pages.
    const paymasterService = { url: 'https://paymaster.example/rpc' };
    const calls = [{ to: receiver() }];
    const asked = (service: object) => send(wallet, calls, { capabilities: { paymasterService: service } });
    expect(await code(asked(paymasterService))).toBe('OPERATION_REFUSED');
    expect(await code(asked({ ...paymasterService, optional: false }))).toBe('OPERATION_REFUSED');
    expect(await code(asked({ url: 'nowhere' }))).toBe('BAD_MESSAGE');
    expect(wallet.visitor.reviewed).toEqual([]);
    const { id } = await asked({ ...paymasterService, optional: true });
    expect((await endedCalls(wallet, id)).status).toBe(200);
    const [review] = wallet.visitor.reviewed;
    expect(review?.facts.find(({ label }) => label === 'fact.fee')?.value).not.toHaveProperty(
      'text',
      'value.sponsored',
    );
    expect(await balanceOf(address)).toBeLessThan(parseEther('1'));
  });
});

const smartUser = () => newSmartUser(suite, { window: storedPages().window });

/** A user operation of a page for an undeployed account, without its signature. */
function givenOperation(address: string, owner: string, to: Hex): Omit<UserOperation, 'signature'> {
  return {
    sender: address,
    nonce: '0x0',
    factory: SMART_ACCOUNT_V1.factory,
    factoryData: smartAccountFactoryData(owner),
    callData: encodeAccountCalls([{ to, value: 3n, data: '0x' }]),
    callGasLimit: toHex(123_456),
    verificationGasLimit: toHex(765_432),
    preVerificationGas: toHex(99_999),
    maxFeePerGas: toHex(3_333_333_333),
    maxPriorityFeePerGas: toHex(1_111_111_111),
  };
}

describe('eth_sendUserOperation', () => {
  const given = (wallet: Wallet, operation: object, entryPoint: string = SMART_ACCOUNT_V1.entryPoint) =>
    ask(wallet, 'eth_sendUserOperation', [operation, entryPoint]);

  it('sends the operation that the page gave, with the account’s signature, after a review', async () => {
    const { wallet, address, owner } = await smartUser();
    await anvil().setBalance({ address, value: parseEther('1') });
    const to = receiver();
    const operation = givenOperation(address, owner, to);
    const hash = await given(wallet, { ...operation, signature: '0x1234' });
    expect(hash).toBe(hashUserOperation({ ...operation, signature: '0x' }, 31_337));
    expect(wallet.visitor.reviewed).toMatchObject([{ risk: 'R2', action: { text: 'action.send' } }]);
    await endedCalls(wallet, hash as string);
    expect(await balanceOf(to)).toBe(3n);
    const [event] = await reader().getContractEvents({
      address: SMART_ACCOUNT_V1.entryPoint,
      abi: entryPoint07Abi,
      eventName: 'UserOperationEvent',
      args: { userOpHash: hash as Hex },
      fromBlock: 0n,
    });
    expect(event?.args).toMatchObject({ sender: address, nonce: 0n, success: true });
  });

  it('refuses what it cannot send as it is, before it asks the visitor', async () => {
    const { wallet, address, owner } = await smartUser();
    const operation = givenOperation(address, owner, receiver());
    const { nonce: _, ...incomplete } = operation;
    expect(await code(given(wallet, incomplete))).toBe('BAD_MESSAGE');
    expect(await code(given(wallet, { ...operation, eip7702Auth: {} }))).toBe('BAD_MESSAGE');
    expect(await code(given(wallet, operation, SMART_ACCOUNT_V1.factory))).toBe('BAD_MESSAGE');
    for (const change of [
      { factoryData: smartAccountFactoryData(address) },
      { callData: encodeAccountCalls([{ to: address, value: 0n, data: '0x12345678' }]) },
      { callGasLimit: toHex(30_000_000) },
      { maxFeePerGas: toHex(parseEther('1')) },
      { sender: SMART_ACCOUNT_V1.factory },
      { paymaster: zeroAddress, preVerificationGas: toHex(2_000_000) },
      { paymasterData: '0x12' },
      { preVerificationGas: toHex(3_000_001) },
    ])
      expect(await code(given(wallet, { ...operation, ...change })), JSON.stringify(change)).toBe(
        'OPERATION_REFUSED',
      );
    expect(wallet.visitor.reviewed).toEqual([]);
  });

  it("names a paymaster of the page's, and does not call the operation free [SEC-108]", async () => {
    const { wallet, address, owner } = await smartUser();
    // What the project sponsors is free.
    await endedCalls(wallet, (await send(wallet, [{ to: receiver() }])).id);
    const factsOf = (at: number) => wallet.visitor.reviewed.at(at)?.facts;
    expect(factsOf(-1)).toContainEqual({ label: 'fact.fee', value: { text: 'value.sponsored' } });
    wallet.visitor.agrees = false;
    const paymaster = checksumAddress(receiver());
    const { factory: _, factoryData: __, ...operation } = givenOperation(address, owner, receiver());
    expect(await code(given(wallet, { ...operation, nonce: '0x1', paymaster }))).toBe('REJECTED');
    expect(factsOf(-1)).toContainEqual({ label: 'fact.paymaster', value: { address: paymaster } });
    expect(JSON.stringify(factsOf(-1))).not.toContain('value.sponsored');
    expect(wallet.visitor.reviewed.at(-1)?.warnings).toContainEqual({ text: 'warning.paymaster' });
  });
});

describe('calls of the smart account with a faulty bundler', () => {
  it('are not asked while it is down, and are sent once if it goes down when it has them', async () => {
    const { wallet } = await smartUser();
    const [one, two] = [receiver(), receiver()];
    faulty.break('eth_estimateUserOperationGas', 'down');
    expect(await code(send(wallet, [{ to: one }]))).toBe('INTERNAL');
    expect(wallet.visitor.reviewed).toEqual([]);
    faulty.heal();
    faulty.break('eth_sendUserOperation', async pass => {
      await pass();
      // The operation has arrived, and nothing that is asked later is answered.
      faulty.break('*', 'down');
      return 'down';
    });
    const { id } = await send(wallet, [{ to: two }]);
    expect((await endedCalls(wallet, id)).status).toBe(200);
    expect(faulty.count('eth_sendUserOperation')).toBe(1);
  });

  it('are found by a page that did not wait for a slow one', async () => {
    const { wallet, address } = await smartUser();
    const id = `0x${'ee'.repeat(32)}`;
    const leaving = new AbortController();
    faulty.break('eth_sendUserOperation', async pass => {
      const answer = await pass();
      leaving.abort(new Error('The page waits no longer'));
      return answer;
    });
    await expect(send(wallet, [{ to: receiver() }], { id }, leaving.signal)).rejects.toThrow();
    faulty.heal();
    expect((await endedCalls(wallet, id)).status).toBe(200);
    expect(await code(send(wallet, [{ to: receiver() }], { id }))).toBe('CALLS_EXIST');
    expect(await nonceOf(address)).toBe(1n);
  });

  it('are refused with absurd gas limits, and fail on the chain with too small ones', async () => {
    const { wallet, address } = await smartUser();
    const limits = {
      callGasLimit: toHex(30_000_000),
      verificationGasLimit: toHex(700_000),
      preVerificationGas: toHex(100_000),
    };
    faulty.break('eth_estimateUserOperationGas', async () => ({ result: limits }));
    expect(await code(send(wallet, [{ to: receiver() }]))).toBe('OPERATION_REFUSED');
    expect(wallet.visitor.reviewed).toEqual([]);
    const verification = { ...limits, callGasLimit: toHex(100_000), verificationGasLimit: toHex(20_000) };
    faulty.break('eth_estimateUserOperationGas', async () => ({ result: verification }));
    expect(await code(send(wallet, [{ to: receiver() }]))).toBe('OPERATION_REFUSED');
    expect(await nonceOf(address)).toBe(0n);
    // With half more, enough to start, not enough to write a word.
    const contract = receiver();
    await anvil().setCode({ address: contract, bytecode: '0x600160005500' });
    faulty.break('eth_estimateUserOperationGas', async () => ({
      result: { ...limits, callGasLimit: toHex(15_000) },
    }));
    const { id } = await send(wallet, [{ to: contract, data: '0x01' }]);
    expect((await endedCalls(wallet, id)).status).toBe(500);
    expect(await nonceOf(address)).toBe(1n);
  });

  it('say why they failed, and get more gas at the next try', async () => {
    const { wallet, address } = await smartUser();
    await anvil().setBalance({ address, value: parseEther('1') });
    const failed = (to: Hex, more: object = {}) =>
      reasonOf(ask(wallet, 'eth_sendTransaction', [{ from: address, to, data: '0x01', ...more }]));
    const [writes, reverts] = [receiver(), receiver()];
    await anvil().setCode({ address: writes, bytecode: '0x600160005500' });
    await anvil().setCode({ address: reverts, bytecode: '0x60006000fd' });
    expect(await failed(reverts)).toBe('OPERATION_FAILED reverted');
    faulty.break('eth_estimateUserOperationGas', async pass => {
      const answer = (await pass()) as { result: object };
      return { ...answer, result: { ...answer.result, callGasLimit: toHex(15_000) } };
    });
    expect(await failed(writes)).toBe('OPERATION_FAILED gas');
    expect(await failed(writes), 'with twice as much').toBe('done');
  });

  it.each([
    ["AA21 didn't pay prefund", 'funds'],
    ['AA25 invalid account nonce', 'nonce'],
    ['AA33 reverted', 'paymaster'],
    ['AA26 over verificationGasLimit', 'gas'],
    ['something else', undefined],
  ])('say why they were refused: %s', async (message, reason) => {
    const { wallet } = await smartUser();
    faulty.break('eth_sendUserOperation', async () => ({ error: { code: -32_500, message } }));
    expect(await reasonOf(send(wallet, [{ to: receiver() }]))).toBe(`OPERATION_REFUSED ${reason}`);
  });

  it('count by what the chain says, whatever the bundler says', async () => {
    const { wallet } = await smartUser();
    const lie = { success: false, receipt: { transactionHash: `0x${'11'.repeat(32)}`, status: '0x0' } };
    faulty.break('eth_getUserOperationReceipt', async () => ({ result: lie }));
    const { id } = await send(wallet, [{ to: receiver() }]);
    expect((await endedCalls(wallet, id)).status).toBe(200);
  });

  it('are unknown after it refused them', async () => {
    const { wallet, address } = await smartUser();
    faulty.break('eth_sendUserOperation', async () => ({ error: { code: -32_505, message: 'banned' } }));
    const id = `0x${'cd'.repeat(32)}`;
    const refused = send(wallet, [{ to: receiver() }], { id });
    await expect(refused).rejects.toMatchObject({ code: 'OPERATION_REFUSED' });
    expect(await code(status(wallet, id))).toBe('CALLS_NOT_FOUND');
    faulty.heal();
    await send(wallet, [{ to: receiver() }], { id });
    expect((await endedCalls(wallet, id)).status).toBe(200);
    expect(await nonceOf(address)).toBe(1n);
  });

  it('end as not included when it drops them, and the next ones take their place', async () => {
    const { wallet, address } = await smartUser();
    const to = receiver();
    faulty.break('eth_sendUserOperation', async () => ({ result: keccak256('0x01') }));
    const { id } = await send(wallet, [{ to, value: '0x0' }]);
    expect((await status(wallet, id)).status).toBe(100);
    faulty.heal();
    await expire();
    expect(await status(wallet, id)).toMatchObject({ status: 400, receipts: [] });
    const next = await send(wallet, [{ to }]);
    expect((await endedCalls(wallet, next.id)).status).toBe(200);
    expect((await status(wallet, id)).status).toBe(400);
    expect(await nonceOf(address)).toBe(1n);
  });

  it('end as not included when another operation took their nonce', async () => {
    const { wallet, address, owner } = await smartUser();
    await anvil().setBalance({ address, value: parseEther('1') });
    await debug('debug_bundler_setBundlingMode', 'manual');
    const { id } = await send(wallet, [{ to: receiver() }]);
    const to = receiver();
    const dearer = { ...givenOperation(address, owner, to), maxFeePerGas: toHex(9_000_000_000) };
    const entryPoint = SMART_ACCOUNT_V1.entryPoint;
    const hash = (await ask(wallet, 'eth_sendUserOperation', [dearer, entryPoint])) as string;
    await debug('debug_bundler_sendBundleNow');
    expect((await endedCalls(wallet, hash)).status).toBe(200);
    expect(await status(wallet, id)).toMatchObject({ status: 400, receipts: [] });
    expect([await balanceOf(to), await nonceOf(address)]).toEqual([3n, 1n]);
  });

  it('wait again after a reorganisation removed them, and land once', async () => {
    const { wallet, address } = await smartUser();
    const to = receiver();
    await anvil().setBalance({ address, value: 9n });
    const before = await anvil().snapshot();
    const { id } = await send(wallet, [{ to, value: '0x9' }]);
    expect((await endedCalls(wallet, id)).status).toBe(200);
    faulty.break('*', 'down');
    await anvil().revert({ id: before });
    expect((await status(wallet, id)).status).toBe(100);
    expect(await balanceOf(to)).toBe(0n);
    expect(faulty.count('eth_sendUserOperation')).toBe(1);
    faulty.heal();
    // The development bundler includes it again when it is asked about it, and Alto does not.
    const isAlto = process.env.LATCHKIT_ALTO !== undefined;
    if (isAlto) await expire();
    expect((await endedCalls(wallet, id)).status).toBe(isAlto ? 400 : 200);
    expect([await balanceOf(to), await nonceOf(address)]).toEqual(isAlto ? [0n, 0n] : [9n, 1n]);
    expect(faulty.count('eth_sendUserOperation')).toBe(0);
  });
});

const nonceOf = (sender: Hex) =>
  reader().readContract({
    address: SMART_ACCOUNT_V1.entryPoint,
    abi: entryPoint07Abi,
    functionName: 'getNonce',
    args: [sender, 0n],
  });
