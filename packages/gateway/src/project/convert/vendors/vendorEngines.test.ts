import { deployPools, type Liquidity, openLiquidity } from '@latchkit/dev-bundler';
import type { ChainId } from 'latchkit/protocol';
import type { Hex } from 'viem';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type SwapWorld, swapEngineConformance } from '../../../../test/conformance/swapEngineConformance.js';
import { startAnvil } from '../../../../test/servers/startAnvil.js';
import { type SwapVendors, startSwapVendors, VENDOR_KEY } from '../../../../test/servers/startSwapVendors.js';
import { rpcService } from '../../chains/service.js';
import { upstreams } from '../../chains/upstreams.js';
import { DEVELOPMENT_POOL_CHAINS } from '../pools/poolChains.js';
import { poolsEngine } from '../pools/poolsEngine.js';
import type { SwapEngine } from '../SwapEngine.js';
import { swaps } from '../service.js';
import { oneInchEngine } from './oneInchEngine.js';
import { zeroExEngine } from './zeroExEngine.js';

const CHAIN: ChainId = 'eip155:31337';
const EURO: Hex = '0x25283Df5d9f8196E5625528342c53C8aEDC65305';
const ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const never = new AbortController().signal;

let anvil: Awaited<ReturnType<typeof startAnvil>>;
let liquidity: Liquidity;
let rpc: ReturnType<typeof rpcService>;
let vendors: SwapVendors;
let pools: SwapEngine;
let lonely: Hex;
let permitted: Hex;
beforeAll(async () => {
  anvil = await startAnvil(31_337);
  await deployPools(anvil.url);
  liquidity = await openLiquidity(anvil.url);
  lonely = await liquidity.createToken('Lonely', 'LONE');
  permitted = await liquidity.createPermitToken();
  await liquidity.transfer(permitted, ACCOUNT, 10n ** 21n);
  const side = (token: Hex) => ({ token, amount: 10n ** 23n });
  await liquidity.addPair(side(permitted), side(EURO));
  rpc = rpcService({ chains: upstreams({ [CHAIN]: [anvil.url] }, true), timeout: 10_000 });
  pools = poolsEngine(DEVELOPMENT_POOL_CHAINS, rpc);
  vendors = await startSwapVendors(pools);
});
afterAll(async () => {
  await vendors.stop();
  rpc.close();
  await anvil.stop();
});

const options = () => ({ key: VENDOR_KEY, url: vendors.url, chains: [CHAIN] });
const spender = DEVELOPMENT_POOL_CHAINS[CHAIN]?.router ?? '0x';
const engines = {
  pools: () => pools,
  '1inch': () => oneInchEngine(options()),
  '0x': () => zeroExEngine({ ...options(), spender }),
} as const;
const request = { chainId: CHAIN, from: 'native', to: EURO, amount: 10n ** 18n, gasPrice: 0n } as const;

describe.each(Object.entries(engines))('the engine %s', (_, create) => {
  swapEngineConformance(
    (): SwapWorld => ({ engine: create(), liquidity, url: anvil.url, token: EURO, lonely, permitted }),
  );
});

describe.each(Object.entries(engines).slice(1))('the service %s', (id, create) => {
  it('has the name that the project names', () => {
    expect(create().id).toBe(id);
  });

  it.each(['away', 'malformed'] as const)('fails when it is %s, and the gateway says no more', async how => {
    vendors.spoil(how);
    onTestFinished(() => vendors.spoil(undefined));
    await expect(create().quote(request, never)).rejects.toThrow('127.0.0.1');
    const service = swaps([create(), pools], rpc);
    const swap = { from: CHAIN, to: `${CHAIN}:${EURO}`, amount: '1000000', userAddress: ACCOUNT };
    await expect(service.quotes(swap, 0n, never)).rejects.toMatchObject({
      code: 'CHAIN_UNAVAILABLE',
      message: expect.not.stringContaining(VENDOR_KEY),
    });
  });

  it('is asked first on its chains; the pools answer on the others', async () => {
    const swap = { from: CHAIN, to: `${CHAIN}:${EURO}`, amount: '1000000000', userAddress: ACCOUNT };
    const [first] = await swaps([create(), pools], rpc).quotes(swap, 0n, never);
    expect(first?.engine).toBe(id);
    const elsewhere: SwapEngine = { ...create(), chains: () => ['eip155:1'] };
    const [other] = await swaps([elsewhere, pools], rpc).quotes(swap, 0n, never);
    expect(other?.engine).toBe('pools');
  });
});

describe('the key', () => {
  it.each([
    ['1inch', () => oneInchEngine({ ...options(), key: 'wrong' })],
    ['0x', () => zeroExEngine({ ...options(), key: 'wrong' })],
  ] as const)('is sent to %s, which refuses another one', async (_, create) => {
    await expect(create().quote(request, never)).rejects.toThrow('answered 401');
  });
});
