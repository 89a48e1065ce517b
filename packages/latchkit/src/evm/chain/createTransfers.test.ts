import { parseEther } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { awaitedLater } from '../../../../../scripts/lib/awaitedLater.mjs';
import type { SentTransaction, TransactionOutcome } from '../../core/adapter/Transaction.js';
import { anvilNetwork } from '../../testing/createAdapterHost.test-support.js';
import { DEMO_TOKEN_ADDRESS, installDemoToken } from '../../testing/demoToken.js';
import { type Anvil, startAnvil } from '../../testing/startAnvil.test-support.js';
import { type EvmWorld, evmWorld } from '../evmWorld.test-support.js';

const FIRST = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const SECOND = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const CONTRACT = '0x00000000000000000000000000000000000000c0';
/** Contract code that reverts every call, with Error('closed on Sundays') and without a reason. */
const CLOSED =
  '0x6308c379a060e01b5f526020600452601160245270636c6f736564206f6e2053756e6461797360781b60445260645ffd';
const SILENT = '0x5f5ffd';
/** Code of an old token: `balanceOf` returns 5,000,000, `transfer` returns false. */
const FALSE_TOKEN = '0x5f3560e01c6370a08231146015575f5f5260205ff35b63004c4b405f5260205ff3';
const TOKEN = { address: DEMO_TOKEN_ADDRESS, decimals: 6 };

let anvil: Anvil;
let world: EvmWorld;
let clean: unknown;
beforeAll(async () => {
  anvil = await startAnvil(31337);
  await installDemoToken(anvil.url, { [FIRST]: 5_000_000n });
});
afterAll(() => anvil?.stop());
beforeEach(async () => {
  clean = await anvil.request('evm_snapshot');
  world = await evmWorld({ networks: [anvilNetwork(anvil)] });
  await world.connect();
});
afterEach(async () => {
  vi.useRealTimers();
  world.host.destroy();
  vi.unstubAllGlobals();
  await anvil.request('evm_revert', [clean]);
  await anvil.request('evm_setAutomine', [true]);
});

const signal = new AbortController().signal;
const request = (change: object = {}) => ({
  connectorId: world.id,
  address: FIRST,
  network: anvilNetwork(anvil),
  to: SECOND,
  amount: parseEther('1'),
  signal,
  ...change,
});
const prepare = async (change?: object) => {
  const prepared = await world.adapter.prepareTransfer?.(request(change));
  if (!prepared) throw new Error('no prepareTransfer');
  return prepared;
};
const transfer = async (change?: object): Promise<SentTransaction> => {
  const sent = await world.adapter.transfer?.(request(change));
  if (!sent) throw new Error('no transfer');
  return sent;
};
const wait = (sent: SentTransaction): Promise<TransactionOutcome> =>
  world.adapter.waitForTransaction?.({ ...sent, network: anvilNetwork(anvil), signal }) ??
  Promise.reject(new Error('no waitForTransaction'));
/** Simulates an action in the wallet itself: another transaction with the same nonce and a higher fee than any before. */
let tip = 10n ** 11n;
const outbid = (nonce: number | undefined, change: object) => {
  tip *= 4n;
  const fee = `0x${tip.toString(16)}`;
  const place = { from: FIRST, nonce: `0x${nonce?.toString(16)}` };
  return anvil.request('eth_sendTransaction', [
    { ...place, maxFeePerGas: fee, maxPriorityFeePerGas: fee, ...change },
  ]);
};
const balance = async (address: string) =>
  BigInt((await anvil.request('eth_getBalance', [address, 'latest'])) as string);

describe('prepareTransfer', () => {
  it('returns the maximum fee of a payment, and subtracts it from the maximum amount', async () => {
    const prepared = await prepare();
    const held = await balance(FIRST);
    expect(prepared).toMatchObject({
      available: held,
      nativeAvailable: held,
      rent: 0n,
      receiverIsContract: false,
    });
    expect(prepared.max).toBe(held - prepared.fee);
    const sent = await transfer({ amount: prepared.max });
    expect(await wait(sent)).toEqual({ status: 'confirmed', hash: sent.hash });
    expect(await balance(FIRST)).toBeLessThan(prepared.fee);
  });

  it('returns a token’s whole balance as the maximum amount', async () => {
    const prepared = await prepare({ token: TOKEN, amount: 1_000_000n });
    expect(prepared).toMatchObject({ available: 5_000_000n, max: 5_000_000n });
    expect(prepared.nativeAvailable).toBe(await balance(FIRST));
    expect(prepared.fee).toBeGreaterThan(0n);
    expect(prepared.refusal).toBeUndefined();
    expect(await prepare({ token: { address: CONTRACT, decimals: 6 }, amount: 1n })).toMatchObject({
      available: 0n,
    });
  });

  it('estimates a fee when the amount exceeds the balance, and a maximum of 0 for an empty account', async () => {
    expect((await prepare({ amount: parseEther('99999999') })).fee).toBeGreaterThan(0n);
    const empty = '0x00000000000000000000000000000000000000e0';
    expect(await prepare({ address: empty, amount: 1n })).toMatchObject({ available: 0n, max: 0n });
    expect((await prepare({ address: empty, amount: 0n })).refusal).toBeUndefined();
  });

  it('distinguishes a contract from an account, including one with delegated code (EIP-7702)', async () => {
    await anvil.request('anvil_setCode', [CONTRACT, '0x00']);
    expect((await prepare({ to: CONTRACT })).receiverIsContract).toBe(true);
    await anvil.request('anvil_setCode', [CONTRACT, `0xef0100${SECOND.slice(2)}`]);
    expect((await prepare({ to: CONTRACT })).receiverIsContract).toBe(false);
  });

  it('returns the reason when the chain would refuse the payment', async () => {
    await anvil.request('anvil_setCode', [CONTRACT, CLOSED]);
    expect((await prepare({ to: CONTRACT })).refusal).toBe('closed on Sundays');
    await anvil.request('anvil_setCode', [CONTRACT, SILENT]);
    expect((await prepare({ to: CONTRACT })).refusal).toBe('unknown reason');
  });

  it('says that a token refuses which returns false instead of reverting, and does not ask the wallet (EVM-11)', async () => {
    const payment = { token: { address: CONTRACT, decimals: 6 }, amount: 1n };
    await anvil.request('anvil_setCode', [CONTRACT, FALSE_TOKEN]);
    expect(await prepare(payment)).toMatchObject({
      available: 5_000_000n,
      refusal: 'the token refuses the transfer',
    });
    world.asked();
    await expect(transfer(payment)).rejects.toMatchObject({
      code: 'REQUEST_FAILED',
      details: 'the token refuses the transfer',
    });
    expect(world.asked()).toEqual([]);
  });

  it('throws for a wrong checksum and for an invalid address (EIP-55)', async () => {
    const typo = SECOND.replace('70997970C', '70997970c');
    const wrong = { code: 'INVALID_ADDRESS', context: { reason: 'checksum' } };
    await expect(prepare({ to: typo })).rejects.toMatchObject(wrong);
    await expect(transfer({ to: typo })).rejects.toMatchObject(wrong);
    await expect(prepare({ to: 'ada.eth' })).rejects.toMatchObject({ code: 'INVALID_ADDRESS' });
    await expect(prepare({ to: SECOND.toLowerCase() })).resolves.toBeDefined();
  });

  it('fails with the cause when the node cannot be reached', async () => {
    const network = { ...anvilNetwork(anvil), rpcUrls: { default: { http: ['http://127.0.0.1:1'] } } };
    await expect(prepare({ network })).rejects.toMatchObject({
      code: 'REQUEST_FAILED',
      cause: expect.any(Error),
    });
  });
});

describe('transfer', () => {
  it('sends one native payment to the wallet, and returns how to find it again [CAP-05]', async () => {
    world.asked();
    const sent = await transfer();
    expect(world.asked()).toEqual(['eth_chainId', 'eth_sendTransaction']);
    expect(world.wallet.calls.at(-1)?.params).toEqual([
      { to: SECOND, value: '0xde0b6b3a7640000', from: FIRST, chainId: '0x7a69' },
    ]);
    expect(sent).toEqual({
      hash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      chainId: 'eip155:31337',
      address: FIRST,
      nonce: expect.any(Number),
      payload: `${SECOND}:1000000000000000000:0x`.toLowerCase(),
    });
  });

  it('calls a token’s contract to pay [CAP-06]', async () => {
    const sent = await transfer({ token: TOKEN, amount: 1_500_000n });
    expect(world.wallet.calls.at(-1)?.params).toEqual([
      expect.objectContaining({
        to: DEMO_TOKEN_ADDRESS,
        value: '0x0',
        data: `0xa9059cbb${SECOND.slice(2).toLowerCase().padStart(64, '0')}${(1_500_000).toString(16).padStart(64, '0')}`,
      }),
    ]);
    expect(await wait(sent)).toMatchObject({ status: 'confirmed' });
    expect((await prepare({ address: SECOND, to: FIRST, token: TOKEN, amount: 0n })).available).toBe(
      1_500_000n,
    );
  });

  it('throws REQUEST_REJECTED when the visitor refuses', async () => {
    world.wallet.faults.set({ reject: true });
    await expect(transfer()).rejects.toMatchObject({ code: 'REQUEST_REJECTED' });
  });

  it('returns the hash when the chain does not know the transaction', async () => {
    const { request: ask } = world.wallet.provider;
    world.wallet.provider.request = asked =>
      asked.method === 'eth_sendTransaction' ? Promise.resolve(`0x${'ab'.repeat(32)}`) : ask(asked);
    expect(await transfer()).not.toHaveProperty('nonce');
  });
});

describe('waitForTransaction', () => {
  it('waits for a block', async () => {
    await anvil.request('evm_setAutomine', [false]);
    const sent = await transfer();
    const waiting = awaitedLater(wait(sent));
    await anvil.request('anvil_mine', ['0x1']);
    expect(await waiting).toEqual({ status: 'confirmed', hash: sent.hash });
  });

  it('says why a mined transaction reverted [ERR-42]', async () => {
    await anvil.request('evm_setAutomine', [false]);
    const sent = await transfer({ to: CONTRACT });
    await anvil.request('anvil_setCode', [CONTRACT, CLOSED]);
    await anvil.request('anvil_mine', ['0x1']);
    expect(await wait(sent)).toEqual({ status: 'reverted', hash: sent.hash, reason: 'closed on Sundays' });
  });

  it('does not say that a token moved which returned false in the block (EVM-11)', async () => {
    await anvil.request('evm_setAutomine', [false]);
    const sent = await transfer({ token: TOKEN, amount: 1n });
    await anvil.request('anvil_setCode', [DEMO_TOKEN_ADDRESS, FALSE_TOKEN]);
    await anvil.request('anvil_mine', ['0x1']);
    expect(await anvil.request('eth_getTransactionReceipt', [sent.hash])).toMatchObject({ status: '0x1' });
    const reason = 'the token reported no transfer';
    expect(await wait(sent)).toEqual({ status: 'reverted', hash: sent.hash, reason });
  });

  it("returns 'unknown reason' when the chain gives none [ERR-43]", async () => {
    await anvil.request('evm_setAutomine', [false]);
    const sent = await transfer({ to: CONTRACT });
    await anvil.request('anvil_setCode', [CONTRACT, SILENT]);
    await anvil.request('anvil_mine', ['0x1']);
    expect(await wait(sent)).toEqual({ status: 'reverted', hash: sent.hash, reason: 'unknown reason' });
  });

  it('recognizes a resent payment, a replacement and a cancellation by the nonce', async () => {
    await anvil.request('evm_setAutomine', [false]);
    const sentAgain = await transfer();
    const faster = await outbid(sentAgain.nonce, { to: SECOND, value: '0xde0b6b3a7640000' });
    await anvil.request('anvil_mine', ['0x1']);
    expect(await wait(sentAgain)).toEqual({
      status: 'replaced',
      hash: sentAgain.hash,
      replacement: faster,
      samePayment: true,
    });

    const replaced = await transfer();
    const other = await outbid(replaced.nonce, { to: CONTRACT, value: '0x5' });
    await anvil.request('anvil_mine', ['0x28']);
    expect(await wait(replaced)).toMatchObject({
      status: 'replaced',
      replacement: other,
      samePayment: false,
    });

    const cancelled = await transfer();
    const nothing = await outbid(cancelled.nonce, { to: FIRST, value: '0x0' });
    await anvil.request('anvil_mine', ['0x1']);
    expect(await wait(cancelled)).toEqual({
      status: 'cancelled',
      hash: cancelled.hash,
      replacement: nothing,
    });
  });

  it('finds the nonce when the transaction was unknown at first', async () => {
    await anvil.request('evm_setAutomine', [false]);
    const { nonce, payload: _, ...sent } = await transfer();
    const waiting = awaitedLater(wait(sent));
    await new Promise(resolve => setTimeout(resolve, 300));
    await outbid(nonce, { to: FIRST, value: '0x0' });
    await anvil.request('anvil_mine', ['0x1']);
    expect(await waiting).toMatchObject({ status: 'cancelled' });
  });

  it('rejects after 25 s without a receipt [TIME-19]', async () => {
    await anvil.request('evm_setAutomine', [false]);
    const sent = await transfer();
    await anvil.request('anvil_dropTransaction', [sent.hash]);
    // The fake clock only advances while no request is pending, so the chain's responses take no time.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let settled: unknown = 'waiting';
    const waiting = wait(sent).catch((error: { code: string }) => {
      settled = error.code;
    });
    await vi.advanceTimersByTimeAsync(24_999);
    expect(settled).toBe('waiting');
    await vi.advanceTimersByTimeAsync(1);
    await waiting;
    expect(settled).toBe('TRANSACTION_TIMEOUT');
  });
});
