import { type Liquidity, openLiquidity } from '@latchkit/dev-bundler';
import type { ChainId } from 'latchkit/protocol';
import { createWalletClient, type Hex, http, maxUint256, parseAbi, parseEther } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAnvil } from '../../../../test/servers/startAnvil.js';
import { rpcService } from '../../chains/service.js';
import { upstreams } from '../../chains/upstreams.js';
import type { SwapAsset, SwapEngine, SwapHop, SwapRequest } from '../SwapEngine.js';
import type { PoolChain } from './poolChains.js';
import { poolsEngine } from './poolsEngine.js';
import { hopsBetween } from './readPools.js';

const CHAIN: ChainId = 'eip155:31337';
/** The random sets of pools of `npm test` and of `npm run test:full`. */
const SETS = process.env.LATCHKIT_FULL ? 12 : 2;
const MAX_POOLS = process.env.LATCHKIT_FULL ? 30 : 12;
/** Milliseconds: the full counts make fifteen times as many calls. */
const LIMIT = process.env.LATCHKIT_FULL ? 1_800_000 : 180_000;
const never = new AbortController().signal;
/** Above what a swap needs: in a later second, a pool stores one more value than it was estimated with. */
const GAS = 2_000_000n;
const account = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80');
const erc20 = parseAbi([
  'function approve(address, uint256) returns (bool)',
  'function balanceOf(address) view returns (uint256)',
]);
const quoterAbi = parseAbi([
  'struct Single { address tokenIn; address tokenOut; uint256 amountIn; uint24 fee; uint160 limit; }',
  'function quoteExactInputSingle(Single) returns (uint256 amountOut, uint160 price, uint32 ticks, uint256 gas)',
]);
const pairAbi = parseAbi([
  'function getPair(address, address) view returns (address)',
  'function getReserves() view returns (uint112, uint112, uint32)',
]);

let anvil: Awaited<ReturnType<typeof startAnvil>>;
let liquidity: Liquidity;
let rpc: ReturnType<typeof rpcService>;
let calls = 0;
beforeAll(async () => {
  anvil = await startAnvil(31_337);
  liquidity = await openLiquidity(anvil.url);
  rpc = rpcService({ chains: upstreams({ [CHAIN]: [anvil.url] }, true), timeout: 10_000 });
});
afterAll(async () => {
  rpc.close();
  await anvil.stop();
});

/** A generator of the same numbers for the same seed (xorshift). */
function createRandom(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761 || 1;
  return below => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

interface World {
  readonly chain: PoolChain;
  readonly engine: SwapEngine;
  readonly tokens: readonly Hex[];
  readonly random: (below: number) => number;
}

/** Four new tokens, and random pools of them and of the wrapped currency. The first token stands for a stable one. */
async function createWorld(seed: number): Promise<World> {
  const random = createRandom(seed);
  const tokens: Hex[] = [];
  for (const symbol of ['A', 'B', 'C', 'D']) tokens.push(await liquidity.createToken(symbol, symbol));
  const [stable = '0x'] = tokens;
  const chain = { ...liquidity.contracts, stables: [stable] };
  const all = [chain.wrapped, ...tokens];
  const made = new Set<string>();
  for (let tries = 0; tries < 200 && made.size < MAX_POOLS; tries += 1) {
    const [one, other] = [all[random(all.length)], all[random(all.length)]];
    const fee = [0, 100, 500, 3000, 10_000][random(5)] ?? 0;
    if (!one || !other || one === other || made.has([one, other].sort().join() + fee)) continue;
    made.add([one, other].sort().join() + fee);
    const side = (token: Hex) => ({
      token,
      amount: parseEther(`${1 + random(token === chain.wrapped ? 50 : 100_000)}`),
    });
    if (fee === 0) await liquidity.addPair(side(one), side(other));
    else await liquidity.addPool(side(one), side(other), fee);
  }
  const counted = {
    call: (...args: Parameters<typeof rpc.call>) => {
      calls += 1;
      return rpc.call(...args);
    },
  };
  for (const token of tokens) await liquidity.transfer(token, account.address, parseEther('1000000'));
  return { chain, engine: poolsEngine({ [CHAIN]: chain }, counted), tokens, random };
}

/** What a single pool pays, read from the chain without the engine. */
async function paidBy(chain: PoolChain, hop: SwapHop, amount: bigint): Promise<bigint> {
  const { reader } = liquidity.chain;
  try {
    if (hop.kind === 'v3') {
      const single = { tokenIn: hop.from, tokenOut: hop.to, amountIn: amount, fee: hop.fee, limit: 0n };
      const quote = { address: chain.quoter, abi: quoterAbi, args: [single] } as const;
      return (await reader.simulateContract({ ...quote, functionName: 'quoteExactInputSingle' })).result[0];
    }
    const pair = await reader.readContract({
      address: chain.pairFactory,
      abi: pairAbi,
      functionName: 'getPair',
      args: [hop.from, hop.to],
    });
    const [first, second] = await reader.readContract({
      address: pair,
      abi: pairAbi,
      functionName: 'getReserves',
    });
    const [before, after] = BigInt(hop.from) < BigInt(hop.to) ? [first, second] : [second, first];
    return (amount * 997n * after) / (before * 1000n + amount * 997n);
  } catch {
    return 0n;
  }
}

/** The most that a route pays, of all that there are. */
async function bruteForce({ chain }: World, from: Hex, to: Hex, amount: bigint): Promise<bigint> {
  const middles = [chain.wrapped, ...chain.stables].filter(token => token !== from && token !== to);
  const direct = hopsBetween(from, to).map(hop => paidBy(chain, hop, amount));
  const two = middles.flatMap(middle =>
    hopsBetween(from, middle).map(async hop => {
      const between = await paidBy(chain, hop, amount);
      if (between === 0n) return 0n;
      const ends = await Promise.all(hopsBetween(middle, to).map(next => paidBy(chain, next, between)));
      return ends.reduce((most, one) => (one > most ? one : most), 0n);
    }),
  );
  return (await Promise.all([...direct, ...two])).reduce((most, one) => (one > most ? one : most), 0n);
}

async function balanceOf(asset: SwapAsset): Promise<bigint> {
  const { reader } = liquidity.chain;
  if (asset === 'native') return reader.getBalance({ address: account.address });
  return reader.readContract({
    address: asset,
    abi: erc20,
    functionName: 'balanceOf',
    args: [account.address],
  });
}

/** Sends the swap of a quote with its amount as minimum. Returns what the account received, without the gas it paid. */
async function swap({ engine }: World, request: SwapRequest, expected: bigint): Promise<bigint> {
  const { chain, reader } = liquidity.chain;
  const wallet = createWalletClient({ account, chain, transport: http(anvil.url) });
  if (request.from !== 'native') {
    const args = [await engine.spender(CHAIN, never), maxUint256] as const;
    const hash = await wallet.writeContract({
      address: request.from,
      abi: erc20,
      functionName: 'approve',
      args,
    });
    await reader.waitForTransactionReceipt({ hash });
  }
  const [quote] = await engine.quote(request, never);
  if (!quote) throw new Error('There is no route.');
  const { timestamp } = await reader.getBlock();
  const deadline = Number(timestamp) + 1_200;
  const transaction = await engine.build(
    quote,
    { account: account.address, minimumOut: expected, slippage: 0n, deadline },
    never,
  );
  const before = await balanceOf(request.to);
  const sent = { ...transaction, gas: GAS };
  const receipt = await reader.waitForTransactionReceipt({ hash: await wallet.sendTransaction(sent) });
  expect(receipt.status).toBe('success');
  const gas = request.to === 'native' ? receipt.gasUsed * receipt.effectiveGasPrice : 0n;
  return (await balanceOf(request.to)) - before + gas;
}

describe('poolsEngine', { timeout: LIMIT }, () => {
  it('quotes what the chain then pays, to the wei, over the best of all routes of at most two hops', async () => {
    for (let seed = 1; seed <= SETS; seed += 1) {
      const world = await createWorld(seed);
      const { chain, engine, tokens, random } = world;
      const assets: readonly SwapAsset[] = ['native', ...tokens];
      const token = (asset: SwapAsset) => (asset === 'native' ? chain.wrapped : asset);
      let found = 0;
      for (const from of assets) {
        for (const to of assets) {
          if (from === to) continue;
          const amount = parseEther(`${1 + random(from === 'native' ? 20 : 5_000)}`);
          const request = { chainId: CHAIN, from, to, amount, gasPrice: 0n };
          calls = 0;
          const [best] = await engine.quote(request, never);
          expect(calls).toBeLessThanOrEqual(2);
          expect(best?.amountOut ?? 0n).toBe(await bruteForce(world, token(from), token(to), amount));
          if (!best) continue;
          // Sending takes longer than quoting.
          found += 1;
          if (found % 3 !== 1) continue;
          expect(await swap(world, request, best.amountOut)).toBe(best.amountOut);
        }
      }
      expect(found).toBeGreaterThan(6);
    }
  });
});
