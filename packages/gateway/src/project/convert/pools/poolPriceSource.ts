import type { ChainId } from 'latchkit/protocol';
import { decodeFunctionResult, encodeFunctionData, type Hex, isAddressEqual, parseAbi } from 'viem';
import type { RpcService } from '../../chains/service.js';
import type { PriceSource } from '../../tokens/PriceSource.js';
import { type BatchedCall, type BatchPlace, callMulticall } from './callMulticall.js';
import type { PoolChain } from './poolChains.js';
import { hopsBetween, type PoolRead, type PoolState, readState } from './readPools.js';

/** The least that a pool must hold, in US dollars: in a smaller one, anyone can set the price for little money. */
const LEAST_LIQUIDITY = 10_000;
/** Tokens that are read in one call of a node. */
const BATCH = 20;
const MILLION = 1_000_000;

const abi = parseAbi([
  'function balanceOf(address) view returns (uint256)',
  'function decimals() view returns (uint8)',
]);

/**
 * Prices in US dollars from the pools on the chains, against their stable tokens, which count as one dollar. A token without a pool
 * of 10 000 dollars with a stable token has no price.
 */
export function poolPriceSource(
  chains: Readonly<Record<ChainId, PoolChain>>,
  rpc: Pick<RpcService, 'call' | 'chainIds'>,
): PriceSource {
  return {
    async prices(assets, currency, stopped) {
      const served = Object.entries(chains).filter(([chainId]) => rpc.chainIds.includes(chainId));
      if (currency !== 'usd') return new Map();
      const asked = served.flatMap(([chainId, chain]) => {
        const own = assets.filter(asset => asset === chainId || asset.startsWith(`${chainId}:0x`));
        const tokens = own.map((asset): PricedAsset => {
          const [, , contract = chain.wrapped] = asset.split(':');
          return { asset, token: contract as Hex };
        });
        const batches = Array.from({ length: Math.ceil(tokens.length / BATCH) }, (_, index) =>
          tokens.slice(index * BATCH, (index + 1) * BATCH),
        );
        const place = { rpc, chainId, multicall: chain.multicall, gone: stopped };
        return batches.map(batch => pricesOn(chain, batch, place));
      });
      const read = await Promise.allSettled(asked);
      const failed = read.find(one => one.status === 'rejected');
      const found = read.flatMap(one => (one.status === 'fulfilled' ? one.value : []));
      if (failed && found.length === 0) throw failed.reason;
      return new Map(found);
    },
  };
}

interface PricedAsset {
  /** The id in the request. */
  readonly asset: string;
  readonly token: Hex;
}

/** A pool of a token with a stable token. */
interface PriceRead {
  readonly asset: string;
  readonly state: PoolRead<PoolState | undefined>;
  readonly stable: Hex;
}

async function pricesOn(
  chain: PoolChain,
  assets: readonly PricedAsset[],
  place: BatchPlace,
): Promise<readonly (readonly [string, number])[]> {
  const isStable = ({ token }: PricedAsset) => chain.stables.some(stable => isAddressEqual(stable, token));
  const others = assets.filter(asset => !isStable(asset));
  const reads = others.flatMap(({ asset, token }) =>
    chain.stables.flatMap(stable =>
      hopsBetween(token, stable).map((hop): PriceRead => ({ asset, state: readState(chain, hop), stable })),
    ),
  );
  const tokens = [...new Set([...chain.stables, ...others.map(({ token }) => token)])];
  const calls: readonly BatchedCall[] = [
    ...tokens.map(token => ({
      target: token,
      callData: encodeFunctionData({ abi, functionName: 'decimals' }),
    })),
    ...reads.map(({ state }) => state),
    ...reads.map(({ state, stable }) => ({
      target: stable,
      callData: encodeFunctionData({ abi, functionName: 'balanceOf', args: [state.target] }),
    })),
  ].map(({ target, callData }) => ({ target, callData }));
  const { results } = others.length === 0 ? { results: [] } : await callMulticall(place, calls);
  const decimals = new Map(tokens.map((token, index) => [token, readDecimals(results[index])]));
  const best = new Map<string, { readonly liquidity: number; readonly price: number }>();
  for (const [index, { asset, state, stable }] of reads.entries()) {
    const answer = results[tokens.length + index];
    const pool = answer && attempt(() => state.read(answer));
    const balance = results[tokens.length + reads.length + index];
    const [whole, parts] = [pool && decimals.get(pool.hop.from), decimals.get(stable)];
    if (!pool || !balance || whole === undefined || parts === undefined) continue;
    const held = Number(
      attempt(() => decodeFunctionResult({ abi, functionName: 'balanceOf', data: balance })),
    );
    // Only the stable side counts: the worth of the other side is what the pool says.
    const liquidity = (2 * held) / 10 ** parts;
    if (!(liquidity >= Math.max(LEAST_LIQUIDITY, best.get(asset)?.liquidity ?? 0))) continue;
    const price = (pool.price / (1 - pool.hop.fee / MILLION)) * 10 ** (whole - parts);
    if (Number.isFinite(price) && price > 0) best.set(asset, { liquidity, price });
  }
  const stables = assets.filter(isStable).map(({ asset }) => [asset, 1] as const);
  return [...stables, ...[...best].map(([asset, { price }]) => [asset, price] as const)];
}

function readDecimals(data: Hex | undefined): number | undefined {
  return data && attempt(() => decodeFunctionResult({ abi, functionName: 'decimals', data }));
}

/** A result; undefined if another contract answered. */
function attempt<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
