import { createConfig, http } from '@wagmi/core';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { anvilNetwork } from '../../testing/createAdapterHost.test-support.js';
import { type Anvil, startAnvil } from '../../testing/startAnvil.test-support.js';
import { type EvmWorld, evmWorld } from '../evmWorld.test-support.js';
import { toViemChain } from './toViemChain.js';

const FRESH = '0x00000000000000000000000000000000000000aa';
const REVERTING = '0x00000000000000000000000000000000000000bb';
const SECOND = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

let anvil: Anvil;
let world: EvmWorld;
beforeAll(async () => {
  anvil = await startAnvil(31337);
  await anvil.request('anvil_setBalance', [FRESH, '0x112210f47de980ea']);
});
afterAll(() => anvil?.stop());
afterEach(() => {
  vi.useRealTimers();
  world.host.destroy();
  vi.unstubAllGlobals();
});

const network = () => anvilNetwork(anvil);
const signal = new AbortController().signal;

describe('createChainReads', () => {
  it('reads a native balance as decimal text of whole units', async () => {
    world = await evmWorld({ networks: [network()] });
    expect(await world.adapter.getBalance?.({ address: FRESH, network: network(), signal })).toEqual({
      balance: '1.234567890123456746',
      symbol: 'ETH',
    });
  });

  it("reads through the host's own wagmi transport when there is one", async () => {
    const chain = toViemChain(network());
    const wagmiConfig = createConfig({
      chains: [chain],
      transports: { [chain.id]: http(anvil.url) },
      storage: null,
    });
    world = await evmWorld({ networks: [network()], evm: { wagmiConfig }, rpcUrl: () => undefined });
    expect(await world.adapter.getBalance?.({ address: FRESH, network: network(), signal })).toMatchObject({
      symbol: 'ETH',
    });
  });

  it('reads through the connected wallet when no URL is configured and the wallet is on that chain', async () => {
    const listed = {
      ...network(),
      rpcUrls: { default: { http: [] }, public: { http: ['http://127.0.0.1:1'] } },
    };
    world = await evmWorld({
      networks: [listed],
      wallet: { chains: { 31337: anvil.url } },
      rpcUrl: () => undefined,
    });
    await world.connect();
    expect(await world.adapter.getBalance?.({ address: FRESH, network: listed, signal })).toEqual({
      balance: '1.234567890123456746',
      symbol: 'ETH',
    });
    const transaction = { to: SECOND, value: 1n };
    expect(await world.adapter.estimateGas?.({ address: FRESH, transaction, network: listed })).toBe(21_000n);

    world.wallet.changeChain(5);
    world.asked();
    await expect(
      world.adapter.getBalance?.({ address: FRESH, network: listed, signal }),
    ).rejects.toMatchObject({ code: 'NO_RPC_URL' });
    expect(world.asked()).toEqual(['eth_chainId']);
  });

  it('gives a silent wallet 10 s to respond', async () => {
    world = await evmWorld({ networks: [network()], rpcUrl: () => undefined });
    await world.connect();
    const read = async () => world.adapter.getBalance?.({ address: FRESH, network: network(), signal });
    await read();
    world.wallet.faults.set({ hang: ['eth_getBalance'] });
    world.asked();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let settled: unknown = 'pending';
    const reading = read().catch((error: { code: string }) => {
      settled = error.code;
    });
    while (!world.wallet.calls.at(-1)?.method.includes('eth_getBalance')) await Promise.resolve();
    await vi.advanceTimersByTimeAsync(9_999);
    expect(settled).toBe('pending');
    await vi.advanceTimersByTimeAsync(1);
    await reading;
    expect(settled).toBe('REQUEST_FAILED');
  });

  it("says 'No RPC url provided for chainId' when no URL is configured [ERR-66]", async () => {
    world = await evmWorld({ networks: [network()], rpcUrl: () => undefined });
    const error = { code: 'NO_RPC_URL', message: 'No RPC url provided for chainId eip155:31337' };
    await expect(
      world.adapter.getBalance?.({ address: FRESH, network: network(), signal }),
    ).rejects.toMatchObject(error);
  });

  it('fails with the cause when the node cannot be reached', async () => {
    world = await evmWorld({ networks: [network()], rpcUrl: () => 'http://127.0.0.1:1' });
    await expect(
      world.adapter.getBalance?.({ address: FRESH, network: network(), signal }),
    ).rejects.toMatchObject({ code: 'REQUEST_FAILED', cause: expect.any(Error) });
  });

  it('estimates gas, and throws a catalogue error when that fails [ERR-75]', async () => {
    world = await evmWorld({ networks: [network()] });
    const estimate = (to: string) =>
      world.adapter.estimateGas?.({ address: FRESH, transaction: { to, value: 1n }, network: network() });
    expect(await estimate(SECOND)).toBe(21_000n);
    await anvil.request('anvil_setCode', [REVERTING, '0x60006000fd']);
    await expect(estimate(REVERTING)).rejects.toMatchObject({
      code: 'WAGMI_ESTIMATE_GAS',
      message: 'WagmiAdapter:estimateGas - error estimating gas',
      cause: expect.any(Error),
    });
  });
});
