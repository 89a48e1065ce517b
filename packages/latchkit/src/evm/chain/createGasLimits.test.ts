import { parseEther } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EvmTransaction } from '../../core/adapter/Transaction.js';
import { anvilNetwork } from '../../testing/createAdapterHost.test-support.js';
import { DEMO_TOKEN_ADDRESS, installDemoToken } from '../../testing/demoToken.js';
import { type Anvil, startAnvil } from '../../testing/startAnvil.test-support.js';
import { type EvmWorld, evmWorld } from '../evmWorld.test-support.js';
import { createGasLimits } from './createGasLimits.js';
import type { Reader } from './createReaders.js';

const FIRST = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const SECOND = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const CONTRACT = '0x00000000000000000000000000000000000000c0';
/** Writes the time of the block, as pools do: nothing changes for the second call of one second. */
const CLOCK = '0x425f5500';
/** Calls itself as often as its input says, then writes five slots. A call that fails gives no reason. */
const NESTED = `0x5f3580601f57${'60015f55'}${'60016001556001600255600160035560016004550'}05b6001900${'35f525f5f60205f5f305af16035575f5ffd5b00'}`;
const CALL = { to: CONTRACT, data: `0x${'1'.padStart(64, '0')}` } as const;
const signal = new AbortController().signal;
/** Milliseconds between looks for a receipt, and until there has to be one. */
const WAIT = { interval: 10, timeout: 30_000 };

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
  world.host.destroy();
  vi.unstubAllGlobals();
  await anvil.request('evm_revert', [clean]);
});

const read = async (method: string, params: readonly unknown[]) =>
  BigInt((await anvil.request(method, params)) as string);
const send = async (transaction: EvmTransaction): Promise<string> => {
  const { adapter, id } = world;
  const network = anvilNetwork(anvil);
  const hash = await adapter.sendTransaction?.({ connectorId: id, address: FIRST, transaction, network });
  await gasUsed(hash);
  return hash ?? '';
};
/** Waits until a transaction is mined, which may be after its hash is known. */
const gasUsed = async (hash: string | undefined): Promise<bigint> => {
  const receipt = await vi.waitUntil(() => anvil.request('eth_getTransactionReceipt', [hash]), WAIT);
  return BigInt((receipt as { gasUsed: string }).gasUsed);
};
const outcomeOf = (hash: string) => {
  const network = anvilNetwork(anvil);
  return world.adapter.waitForTransaction?.({
    hash,
    address: FIRST,
    chainId: network.caipNetworkId,
    network,
    signal,
  });
};
/** The limit that the wallet was asked for last; undefined if it was left to the wallet. */
const askedGas = () => {
  const last = world.wallet.calls.findLast(({ method }) => method === 'eth_sendTransaction');
  const [transaction] = (last?.params ?? []) as { gas?: string }[];
  return transaction?.gas === undefined ? undefined : BigInt(transaction.gas);
};
/** A wallet that sets a limit of its own. */
const withWallet = (gas: bigint) => {
  const { request } = world.wallet.provider;
  world.wallet.provider.request = asking => {
    if (asking.method !== 'eth_sendTransaction') return request(asking);
    const [transaction] = asking.params as [object];
    return request({ method: asking.method, params: [{ ...transaction, gas: `0x${gas.toString(16)}` }] });
  };
  return () => {
    world.wallet.provider.request = request;
  };
};

describe('createGasLimits', () => {
  it('gives a call half more gas than it needs in the next block, whenever it was estimated (V-02)', async () => {
    await anvil.request('anvil_setCode', [CONTRACT, CLOCK]);
    await send(CALL);
    const { timestamp } = (await anvil.request('eth_getBlockByNumber', ['latest', false])) as {
      timestamp: string;
    };
    const from = { from: FIRST, ...CALL };
    const at = (time: bigint) =>
      read('eth_estimateGas', [from, 'latest', {}, { time: `0x${time.toString(16)}` }]);
    const needed = await at(BigInt(timestamp) + 1n);
    // The node estimates in the second of the last block, when there is nothing to write.
    expect(await at(BigInt(timestamp))).toBeLessThan(needed);
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', async (input: URL | string, init?: RequestInit) => {
      const body = String(init?.body ?? '');
      const asked = body.includes('eth_estimateGas') && !body.includes('"time"');
      if (!asked) return fetch(input, init);
      const sameSecond = JSON.parse(body);
      sameSecond.params = [from, 'latest', {}, { time: timestamp }];
      return fetch(input, { ...init, body: JSON.stringify(sameSecond) });
    });
    const hash = await send(CALL);
    expect(askedGas()).toBeGreaterThanOrEqual((needed * 3n) / 2n);
    await expect(outcomeOf(hash)).resolves.toMatchObject({ status: 'confirmed' });
  });

  it('limits payments in tokens and leaves plain payments to the wallet (V-02)', async () => {
    const network = anvilNetwork(anvil);
    const token = { address: DEMO_TOKEN_ADDRESS, decimals: 6 };
    const payment = { connectorId: world.id, address: FIRST, network, to: SECOND, signal };
    const sent = await world.adapter.transfer?.({ ...payment, amount: 5n, token });
    const used = await gasUsed(sent?.hash);
    expect(askedGas()).toBeGreaterThanOrEqual((used * 3n) / 2n);
    await world.adapter.transfer?.({ ...payment, amount: 5n });
    expect(askedGas()).toBeUndefined();
    await send({ to: SECOND, value: 1n });
    expect(askedGas()).toBeUndefined();
    await send({ ...CALL, gas: 90_000n });
    expect(askedGas()).toBe(90_000n);
  });

  it('gives no more than the account can pay, unless another pays for it (V-02)', async () => {
    await anvil.request('anvil_setCode', [CONTRACT, CLOCK]);
    await send(CALL);
    const needed = await read('eth_estimateGas', [{ from: FIRST, ...CALL }]);
    const askedWith = async (balance: bigint) => {
      await anvil.request('anvil_setBalance', [FIRST, `0x${balance.toString(16)}`]);
      await send(CALL).catch(() => '');
      return askedGas() ?? 0n;
    };
    const block = (await anvil.request('eth_getBlockByNumber', ['latest', false])) as {
      baseFeePerGas: string;
    };
    const price = BigInt(block.baseFeePerGas) * 2n + (await read('eth_maxPriorityFeePerGas', []));
    const generous = await askedWith(parseEther('1'));
    expect(generous).toBeGreaterThanOrEqual((needed * 3n) / 2n);
    const modest = await askedWith((price * needed * 6n) / 5n);
    expect(modest).toBeLessThan(generous);
    expect(modest).toBeGreaterThanOrEqual(needed);
    // The account of a sponsor's wallet holds nothing.
    expect(await askedWith(0n)).toBe(generous);
  });

  it('says that a call ran out of gas, however deep, and doubles its limit the next time (V-02)', async () => {
    await anvil.request('anvil_setCode', [CONTRACT, NESTED]);
    const deep = { to: CONTRACT, data: `0x${'28'.padStart(64, '0')}`, value: 0n } as const;
    const needed = await read('eth_estimateGas', [{ from: FIRST, to: CONTRACT, data: deep.data }]);
    const gas = needed - 20_000n;
    const leave = withWallet(gas);
    const hash = await send(deep);
    leave();
    // Each call kept a 64th back.
    expect(await gasUsed(hash)).toBeLessThan((gas * 17n) / 20n);
    await expect(outcomeOf(hash)).resolves.toMatchObject({ status: 'reverted', reason: 'out of gas' });
    await anvil.request('anvil_setBalance', [FIRST, `0x${parseEther('100').toString(16)}`]);
    const again = await send(deep);
    expect(askedGas()).toBe(gas * 2n);
    await expect(outcomeOf(again)).resolves.toMatchObject({ status: 'confirmed' });
  });

  it('leaves the limit to the wallet where the node gives no estimate (V-02)', async () => {
    await anvil.request('anvil_setCode', [CONTRACT, '0x5f5ffd']);
    await send(CALL).catch(() => '');
    expect(askedGas()).toBeUndefined();
  });

  it.each([
    // As Ethereum counts, the limit ends at a full block.
    [25_000_000n, 30_000_000n],
    // Some chains count gas in far smaller units: the limit is never below what is needed.
    [500_000_000n, 500_000_000n],
  ])('adds to %d no more than fits a block, and takes nothing away (V-02)', async (estimate, limit) => {
    const answers: Readonly<Record<string, unknown>> = {
      eth_estimateGas: `0x${estimate.toString(16)}`,
      eth_getBalance: `0x${parseEther('100').toString(16)}`,
      eth_getBlockByNumber: { timestamp: '0x1', baseFeePerGas: '0x1' },
      eth_maxPriorityFeePerGas: '0x1',
    };
    const reader = { request: async ({ method }: { method: string }) => answers[method] };
    expect(await createGasLimits().limit('eip155:1', reader as Reader, FIRST, CALL)).toMatchObject({
      gas: limit,
    });
  });
});
