import { deployPools, type Liquidity, openLiquidity } from '@latchkit/dev-bundler';
import fc from 'fast-check';
import type { ChainId } from 'latchkit/protocol';
import {
  concat,
  decodeFunctionData,
  encodeFunctionData,
  type Hex,
  maxUint256,
  pad,
  parseAbi,
  slice,
  toHex,
  zeroAddress,
} from 'viem';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type SwapWorld, swapEngineConformance } from '../../../../test/conformance/swapEngineConformance.js';
import { startAnvil } from '../../../../test/servers/startAnvil.js';
import {
  type BuiltSwap,
  PREVIOUS_SETTLER,
  placeOneInch,
  placeZeroEx,
  SETTLER,
  type SwapVendors,
  startSwapVendors,
  VENDOR_KEY,
  type ZeroExSwap,
} from '../../../../test/servers/startSwapVendors.js';
import { HttpError } from '../../../platform/http/HttpError.js';
import { rpcService } from '../../chains/service.js';
import { upstreams } from '../../chains/upstreams.js';
import { DEVELOPMENT_POOL_CHAINS } from '../pools/poolChains.js';
import { poolsEngine } from '../pools/poolsEngine.js';
import type { SwapEngine } from '../SwapEngine.js';
import { type RequestedSwap, swaps } from '../service.js';
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
  await placeOneInch(liquidity.chain.test);
  await placeZeroEx(liquidity.chain.test);
  vendors = await startSwapVendors(pools);
});
afterAll(async () => {
  await vendors.stop();
  rpc.close();
  await anvil.stop();
});

const options = () => ({ key: VENDOR_KEY, url: vendors.url, chains: [CHAIN] });
const engines = {
  pools: () => pools,
  '1inch': () => oneInchEngine(options()),
  '0x': () => zeroExEngine(options(), rpc),
} as const;
/** The price of the pools themselves. */
const UNMOVED = 1_000_000n;
const ZERO: Hex = `0x${'00'.repeat(32)}`;
/** The router's functions, as its verified source has them. */
const routerAbi = parseAbi([
  'struct Description { address srcToken; address dstToken; address srcReceiver; address dstReceiver; uint256 amount; uint256 minReturnAmount; uint256 flags; }',
  'function swap(address executor, Description desc, bytes data)',
  'function clipperSwap(address exchange, uint256 srcToken, address dstToken, uint256 inputAmount, uint256 outputAmount, uint256 goodUntil, bytes32 r, bytes32 vs)',
]);
const SELECTORS: Readonly<Record<string, Hex>> = {
  unoswap: '0x83800a8e',
  unoswap2: '0x8770ba91',
  unoswap3: '0x19367472',
  unoswapTo: '0xe2c95c82',
  unoswapTo2: '0xea76dddf',
  unoswapTo3: '0xf7a70056',
  ethUnoswap: '0xa76dfc3b',
  ethUnoswap2: '0x89af926a',
  ethUnoswap3: '0x188ac35d',
  ethUnoswapTo: '0x175accdc',
  ethUnoswapTo2: '0x0f449d71',
  ethUnoswapTo3: '0x493189f0',
  clipperSwap: '0xd2d374e5',
};

/** Another call of the router: its arguments are words. */
function called(name: string, args: readonly (bigint | Hex)[]) {
  const data = concat([
    SELECTORS[name] ?? '0x',
    ...args.map(word => pad(typeof word === 'bigint' ? toHex(word) : word)),
  ]);
  return ({ tx, ...more }: BuiltSwap): BuiltSwap => ({ ...more, tx: { ...tx, data } });
}

/** Changes what the call of the router says. */
function described(change: Readonly<Record<string, Hex | bigint>>) {
  return ({ tx, ...more }: BuiltSwap): BuiltSwap => {
    const { functionName, args } = decodeFunctionData({ abi: routerAbi, data: tx.data });
    if (functionName !== 'swap') throw new Error('This is no swap.');
    const [executor, desc, call] = args;
    const data = encodeFunctionData({
      abi: routerAbi,
      functionName,
      args: [executor, { ...desc, ...change }, call],
    });
    return { ...more, tx: { ...tx, data } };
  };
}

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

describe('a swap by 1inch', () => {
  const OTHER: Hex = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
  const swap = { from: CHAIN, to: `${CHAIN}:${EURO}`, amount: String(10n ** 18n), userAddress: ACCOUNT };
  const service = () => swaps([oneInchEngine(options())], rpc);
  const build = (agreed: bigint | undefined, slippage = 1, asked: RequestedSwap = swap) =>
    service().build(asked, { slippage, agreed, gasPrice: 0n, permit: undefined }, never);
  /** The minimum that the transaction names. */
  const minimumIn = (data: Hex) => {
    const { functionName, args } = decodeFunctionData({ abi: routerAbi, data });
    return functionName === 'swap' ? args[1].minReturnAmount : 0n;
  };
  const changed = async (how: (built: BuiltSwap) => BuiltSwap, asked: RequestedSwap = swap) => {
    vendors.change(how);
    try {
      return await build(undefined, 1, asked);
    } finally {
      vendors.change(undefined);
    }
  };
  afterEach(() => {
    vendors.change(undefined);
    vendors.movePrice(UNMOVED);
  });

  it('is built with the slippage that the published schema requires (RV-02)', async () => {
    const [quote] = await service().quotes(swap, 0n, never);
    if (!quote) throw new Error('There is no route.');
    const { transaction } = await build(quote.minimumOut);
    expect(minimumIn(transaction.data)).toBeGreaterThanOrEqual(quote.minimumOut);
  });

  it('does not give away a price that rose, and ends when it fell below the minimum (RV-02)', async () => {
    const [quote] = await service().quotes(swap, 0n, never);
    if (!quote) throw new Error('There is no route.');
    const { minimumOut, quote: first } = quote;
    vendors.movePrice(1_100_000n);
    const { transaction } = await build(minimumOut);
    expect(minimumIn(transaction.data)).toBeGreaterThanOrEqual((first.amountOut * 108n) / 100n);
    vendors.movePrice(997_000n);
    expect(minimumIn((await build(minimumOut)).transaction.data)).toBeGreaterThanOrEqual(minimumOut);
    vendors.movePrice(900_000n);
    await expect(build(minimumOut)).rejects.toMatchObject({ code: 'SWAP_PRICE_CHANGED' });
    // It falls between the fresh quote and the transaction.
    vendors.movePrice(UNMOVED);
    vendors.change(({ tx, dstAmount }) => ({ tx, dstAmount: String((BigInt(dstAmount) * 9n) / 10n) }));
    await expect(build(minimumOut)).rejects.toMatchObject({ code: 'SWAP_PRICE_CHANGED' });
  });

  it.each([
    ['another contract', ({ tx, ...more }: BuiltSwap) => ({ ...more, tx: { ...tx, to: OTHER } })],
    ['another value', ({ tx, ...more }: BuiltSwap) => ({ ...more, tx: { ...tx, value: '1' } })],
    ['another receiver', described({ dstReceiver: OTHER })],
    ['another token', described({ srcToken: OTHER })],
    ['another token to pay', described({ dstToken: OTHER })],
    ['a smaller amount', described({ amount: 10n ** 17n })],
    ['a larger amount', described({ amount: 10n ** 19n })],
    ['a smaller minimum', described({ minReturnAmount: 1n })],
    ['a partial fill', described({ flags: 1n })],
    ['more of the native currency', described({ flags: 2n })],
    ['Permit2', described({ flags: 4n })],
    [
      'an unknown function',
      ({ tx, ...more }: BuiltSwap) => ({ ...more, tx: { ...tx, data: '0x12345678' } as const }),
    ],
    ['no function', ({ tx, ...more }: BuiltSwap) => ({ ...more, tx: { ...tx, data: '0x' } as const })],
    [
      'a cut call',
      ({ tx, ...more }: BuiltSwap) => ({ ...more, tx: { ...tx, data: slice(tx.data, 0, 100) } }),
    ],
    ['an order of someone', called('clipperSwap', [OTHER, 0n, EURO, 10n ** 18n, 2n ** 200n, 0n, ZERO, ZERO])],
  ] as const)('is refused with %s (RV-02)', async (_, how) => {
    const sold = { ...swap, from: `${CHAIN}:${EURO}`, to: CHAIN };
    for (const asked of [swap, sold]) {
      await expect(changed(how, asked)).rejects.toMatchObject({ code: 'CHAIN_UNAVAILABLE' });
    }
  });

  it('may pay the sender instead of a named receiver (RV-02)', async () => {
    expect((await changed(described({ dstReceiver: zeroAddress }))).transaction.value).toBe(10n ** 18n);
  });

  it('pays at least the minimum, however prices move between quotes and the transaction (RV-02)', async () => {
    const prices: bigint[] = [];
    const market: SwapEngine = {
      ...pools,
      quote: async asked => [
        { request: asked, amountOut: prices.shift() ?? 0n, gas: 1n, priceImpactPct: 0, route: [] },
      ],
      build: async ({ request: { amount: value } }) => ({ to: OTHER, data: '0x', value }),
    };
    const server = await startSwapVendors(market);
    onTestFinished(() => server.stop());
    const engine = oneInchEngine({ ...options(), url: server.url });
    const moved = fc.bigInt({ min: 900_000n, max: 1_200_000n });
    const asked = fc.record({
      decimals: fc.integer({ min: 0, max: 36 }),
      units: fc.bigInt({ min: 1n, max: 10n ** 6n }),
      percent: fc.integer({ min: 0, max: 50 }).map(tenths => tenths / 10),
      moves: fc.tuple(moved, moved),
    });
    const ended = new Set<string>();
    const property = fc.asyncProperty(asked, async ({ decimals, units, percent, moves: [first, second] }) => {
      // Too small an amount for a second quote of the price impact.
      const small = { ...swap, amount: '1000' };
      const quoted = units * 10n ** BigInt(decimals);
      const agreed = (quoted * BigInt(Math.round(10_000 - percent * 100))) / 10_000n;
      const [fresh, built] = [first, second].map(price => (quoted * price) / UNMOVED);
      prices.splice(0, 2, fresh ?? 0n, built ?? 0n);
      const terms = { slippage: percent, agreed, gasPrice: 0n, permit: undefined };
      const found = await swaps([engine], rpc)
        .build(small, terms, never)
        .catch((error: HttpError) => error);
      if (found instanceof HttpError) {
        ended.add(found.code);
        // Nothing to swap, or a price that fell: never for any other reason.
        if (fresh === 0n) expect(found.code).toBe('SWAP_ROUTE_NOT_FOUND');
        else if (agreed > 0n) expect(found.code).toBe('SWAP_PRICE_CHANGED');
        return;
      }
      ended.add('built');
      expect(minimumIn(found.transaction.data)).toBeGreaterThanOrEqual(agreed);
      // At most the visitor's slippage, and what the vendor rounds.
      const least = ((built ?? 0n) * BigInt(Math.round(10_000 - percent * 100))) / 10_000n;
      expect(minimumIn(found.transaction.data)).toBeGreaterThanOrEqual(least);
    });
    await fc.assert(property, { numRuns: 150 });
    expect([...ended]).toEqual(expect.arrayContaining(['built', 'SWAP_PRICE_CHANGED']));
  });

  const most = 2n ** 200n;
  const pool = BigInt(OTHER);
  const me = BigInt(ACCOUNT);
  const euro = BigInt(EURO);
  const amount = 10n ** 18n;
  const UNWRAPS = 1n << 252n;
  it.each([
    ['ethUnoswap', [most, pool]],
    ['ethUnoswap2', [most, pool, pool]],
    ['ethUnoswap3', [most, pool, pool, pool]],
    ['ethUnoswapTo', [me, most, pool]],
    ['ethUnoswapTo2', [me, most, pool, pool]],
    ['ethUnoswapTo3', [me, most, pool, pool, pool]],
    ['unoswap', [euro, amount, most, pool | UNWRAPS]],
    ['unoswap2', [euro, amount, most, pool, pool | UNWRAPS]],
    ['unoswap3', [euro, amount, most, pool, pool, pool | UNWRAPS]],
    ['unoswapTo', [me, euro, amount, most, pool | UNWRAPS]],
    ['unoswapTo2', [me, euro, amount, most, pool, pool | UNWRAPS]],
    ['unoswapTo3', [me, euro, amount, most, pool, pool, pool | UNWRAPS]],
  ] as const)('is refused by %s, whose pools say what they paid', async (name, args) => {
    const sold = { ...swap, from: `${CHAIN}:${EURO}`, to: CHAIN };
    const built = changed(called(name, args), name.startsWith('eth') ? swap : sold);
    await expect(built).rejects.toMatchObject({ code: 'CHAIN_UNAVAILABLE' });
  });
});

describe('a swap by 0x', () => {
  const OTHER: Hex = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
  const LEAST = 10n ** 12n;
  const bought = { from: CHAIN, to: `${CHAIN}:${EURO}`, amount: String(10n ** 18n), userAddress: ACCOUNT };
  const sold = { ...bought, from: `${CHAIN}:${EURO}`, to: CHAIN };
  const build = async (asked: RequestedSwap, how: (built: ZeroExSwap) => ZeroExSwap) => {
    vendors.changeZeroEx(how);
    onTestFinished(() => vendors.changeZeroEx(undefined));
    const terms = { slippage: 1, agreed: LEAST, gasPrice: 0n, permit: undefined };
    return swaps([zeroExEngine(options(), rpc)], rpc).build(asked, terms, never);
  };
  const slippage = (change: Partial<ZeroExSwap['slippage']>) => (built: ZeroExSwap) => ({
    ...built,
    slippage: { ...built.slippage, ...change },
  });
  const approval = encodeFunctionData({
    abi: parseAbi(['function approve(address, uint256)']),
    functionName: 'approve',
    args: [OTHER, maxUint256],
  });

  it.each([
    ['another contract', { to: OTHER }],
    ['more of the native currency', { value: 9_000n * 10n ** 18n }],
    ['an approval of another token', { to: EURO, data: approval, value: 0n }],
    ['another token', { token: '0x00000000000000000000000000000000000000ff' }],
    ['a smaller amount', { amount: 1n }],
    ['a larger amount', { amount: 10n ** 19n }],
    ['another contract that takes the token', { operator: OTHER }],
    ['a Settler that the registry does not name', { operator: OTHER, target: OTHER }],
    ['the present and the previous Settler', { operator: PREVIOUS_SETTLER }],
    ['another function', { data: '0x12345678' }],
    ['no function', { data: '0x' }],
    ['another function of the Settler', { call: '0x12345678' }],
    ['a cut call of the Settler', { call: '0x1fff991f' }],
  ] as const)('is refused with %s', async (_, change) => {
    for (const asked of [bought, sold]) {
      const built = build(asked, swap => ({ ...swap, ...change }));
      await expect(built).rejects.toMatchObject({ code: 'CHAIN_UNAVAILABLE' });
    }
  });

  it.each([
    ['another receiver', slippage({ recipient: OTHER })],
    ['another token to pay', slippage({ buyToken: OTHER })],
    ['no token to pay', slippage({ buyToken: zeroAddress, minAmountOut: 0n })],
    ['a smaller minimum', slippage({ minAmountOut: LEAST - 1n })],
  ] as const)('is refused with %s', async (_, how) => {
    for (const asked of [bought, sold]) {
      await expect(build(asked, how)).rejects.toMatchObject({ code: 'CHAIN_UNAVAILABLE' });
    }
  });

  it('may not take a token that is not sold when the native currency is', async () => {
    const built = build(bought, swap => ({ ...swap, token: EURO }));
    await expect(built).rejects.toMatchObject({ code: 'CHAIN_UNAVAILABLE' });
  });

  it.each([SETTLER, PREVIOUS_SETTLER])('is made by the Settler %s, which the registry names', async one => {
    for (const asked of [bought, sold]) {
      const { transaction } = await build(asked, swap => ({ ...swap, operator: one, target: one }));
      expect(transaction.value).toBe(asked === bought ? 10n ** 18n : 0n);
    }
  });

  it('is not built while the registry names none', async () => {
    const service = swaps([zeroExEngine(options(), { call: async () => '0x' })], rpc);
    const terms = { slippage: 1, agreed: LEAST, gasPrice: 0n, permit: undefined };
    await expect(service.build(bought, terms, never)).rejects.toMatchObject({ code: 'CHAIN_UNAVAILABLE' });
  });
});

describe('the key', () => {
  it.each([
    ['1inch', () => oneInchEngine({ ...options(), key: 'wrong' })],
    ['0x', () => zeroExEngine({ ...options(), key: 'wrong' }, rpc)],
  ] as const)('is sent to %s, which refuses another one', async (_, create) => {
    await expect(create().quote(request, never)).rejects.toThrow('answered 401');
  });
});
