import { type Hex, isAddressEqual } from 'viem';
import type { SwapAsset, SwapHop } from '../SwapEngine.js';
import { type BatchPlace, callMulticall } from './callMulticall.js';
import type { PoolChain } from './poolChains.js';
import { hopsBetween, readState } from './readPools.js';

/** Reads in one call of the chain. */
const BATCH = 300;

/**
 * The tokens that no route of one hop, or of two over the wrapped currency or a stable token, leads to: there are no pools. A token
 * with a route may still lack the liquidity for an amount.
 *
 * @throws RpcError
 */
export async function findUnrouted(
  chain: PoolChain,
  { asset, tokens }: { readonly asset: SwapAsset; readonly tokens: readonly SwapAsset[] },
  place: BatchPlace,
): Promise<readonly SwapAsset[]> {
  const contractOf = (one: SwapAsset) => (one === 'native' ? chain.wrapped : one);
  const from = contractOf(asset);
  const middles = [chain.wrapped, ...chain.stables].filter(token => !isAddressEqual(token, from));
  const pairs = new Map<string, readonly [Hex, Hex]>();
  const add = (one: Hex, other: Hex) => {
    if (!isAddressEqual(one, other)) pairs.set(keyOf(one, other), [one, other]);
  };
  for (const middle of middles) add(from, middle);
  for (const token of tokens) for (const start of [from, ...middles]) add(start, contractOf(token));
  const open = await readOpen(chain, [...pairs.values()], place);
  const has = (one: Hex, other: Hex) => open.has(keyOf(one, other));
  return tokens.filter(token => {
    const to = contractOf(token);
    if (isAddressEqual(from, to) || has(from, to)) return false;
    return !middles.some(middle => has(from, middle) && has(middle, to));
  });
}

const keyOf = (one: Hex, other: Hex) =>
  [one, other]
    .map(token => token.toLowerCase())
    .sort()
    .join(' ');

/** The pairs of tokens that have a pool. */
async function readOpen(
  chain: PoolChain,
  pairs: readonly (readonly [Hex, Hex])[],
  place: BatchPlace,
): Promise<ReadonlySet<string>> {
  const reads = pairs.flatMap(([one, other]) => hopsBetween(one, other).map(hop => readState(chain, hop)));
  const batches = Array.from({ length: Math.ceil(reads.length / BATCH) }, (_, at) =>
    reads.slice(at * BATCH, (at + 1) * BATCH),
  );
  const hops: SwapHop[] = [];
  for (const batch of batches) {
    const { results } = await callMulticall(
      place,
      batch.map(({ target, callData }) => ({ target, callData })),
    );
    for (const [index, { read }] of batch.entries()) {
      const data = results[index];
      const hop = data === undefined ? undefined : hopIn(() => read(data)?.hop);
      if (hop) hops.push(hop);
    }
  }
  return new Set(hops.map(({ from, to }) => keyOf(from, to)));
}

/** The hop that was read; undefined where another contract is at the address of a pool. */
function hopIn(read: () => SwapHop | undefined): SwapHop | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
