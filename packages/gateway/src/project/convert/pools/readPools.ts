import {
  concatHex,
  decodeFunctionResult,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  getCreate2Address,
  type Hex,
  keccak256,
  parseAbi,
  toHex,
} from 'viem';
import type { SwapHop } from '../SwapEngine.js';
import type { BatchedCall } from './callMulticall.js';
import type { PoolChain } from './poolChains.js';

/** Fees of pools with ranges, in millionths. */
export const POOL_FEES: readonly number[] = [100, 500, 3000, 10_000];
/** Fee of every pair, in millionths. */
const PAIR_FEE = 3000;
const MILLION = 1_000_000;

// The hashes of the contracts' init code, which their addresses depend on (CREATE2, EIP-1014).
const PAIR_CODE = '0x96e8ac4277198ff8b6f785478aa9a39f403cb768dd02cbee326c3e7da348845f';
const POOL_CODE = '0xe34f199b19b2b4f47f68442619d555527d244f78a3297ea89325f843f87b8b54';

const abi = parseAbi([
  'struct Single { address tokenIn; address tokenOut; uint256 amountIn; uint24 fee; uint160 sqrtPriceLimitX96; }',
  'function getReserves() view returns (uint112 reserve0, uint112 reserve1, uint32 timestamp)',
  'function slot0() view returns (uint160 sqrtPriceX96, int24 tick, uint16 index, uint16 size, uint16 next, uint8 protocol, bool unlocked)',
  'function quoteExactInputSingle(Single) returns (uint256 amountOut, uint160 sqrtPriceAfter, uint32 ticks, uint256 gas)',
]);

/** The state of a pool, in the direction of a hop. */
export interface PoolState {
  readonly hop: SwapHop;
  /** What one unit of the first token is worth in the second, without what the pool takes. */
  readonly price: number;
  /** Of a pair: its balances of the first and the second token. */
  readonly reserves: readonly [bigint, bigint] | undefined;
}

/** The output of a hop and its gas. */
export interface HopResult {
  readonly amountOut: bigint;
  readonly gas: bigint;
}

/** A call, and how to read its result. */
export interface PoolRead<Result> extends BatchedCall {
  readonly read: (data: Hex) => Result;
}

/** The pools that two tokens may have: a pair, and a pool with ranges for each fee. */
export function hopsBetween(from: Hex, to: Hex): readonly SwapHop[] {
  const pools = POOL_FEES.map((fee): SwapHop => ({ kind: 'v3', from, to, fee }));
  return [{ kind: 'v2', from, to, fee: PAIR_FEE }, ...pools];
}

/** The read of a pool's state; undefined for one without liquidity. */
export function readState(chain: PoolChain, hop: SwapHop): PoolRead<PoolState | undefined> {
  const { from, to, fee } = hop;
  const isForward = BigInt(from) < BigInt(to);
  const [one, other] = isForward ? [from, to] : [to, from];
  if (hop.kind === 'v2') {
    const salt = keccak256(encodePacked(['address', 'address'], [one, other]));
    return {
      target: getCreate2Address({ from: chain.pairFactory, salt, bytecodeHash: PAIR_CODE }),
      callData: encodeFunctionData({ abi, functionName: 'getReserves' }),
      read(data) {
        const [first, second] = decodeFunctionResult({ abi, functionName: 'getReserves', data });
        if (first === 0n || second === 0n) return undefined;
        const reserves = isForward ? ([first, second] as const) : ([second, first] as const);
        return { hop, price: afterFee(Number(reserves[1]) / Number(reserves[0]), fee), reserves };
      },
    };
  }
  const salt = keccak256(
    encodeAbiParameters([{ type: 'address' }, { type: 'address' }, { type: 'uint24' }], [one, other, fee]),
  );
  return {
    target: getCreate2Address({ from: chain.poolFactory, salt, bytecodeHash: POOL_CODE }),
    callData: encodeFunctionData({ abi, functionName: 'slot0' }),
    read(data) {
      const [root] = decodeFunctionResult({ abi, functionName: 'slot0', data });
      if (root === 0n) return undefined;
      const price = (Number(root) / 2 ** 96) ** 2;
      return { hop, price: afterFee(isForward ? price : 1 / price, fee), reserves: undefined };
    },
  };
}

/** The read of what a pool with ranges pays. */
export function readQuote(chain: PoolChain, { from, to, fee }: SwapHop, amount: bigint): PoolRead<HopResult> {
  const single = { tokenIn: from, tokenOut: to, amountIn: amount, fee, sqrtPriceLimitX96: 0n };
  return {
    target: chain.quoter,
    callData: encodeFunctionData({ abi, functionName: 'quoteExactInputSingle', args: [single] }),
    read(data) {
      const [amountOut, , , gas] = decodeFunctionResult({
        abi,
        functionName: 'quoteExactInputSingle',
        data,
      });
      return { amountOut, gas };
    },
  };
}

/** What a pair pays: its product of balances stays the same or grows after its fee. */
export function pairOut(amount: bigint, [before, after]: readonly [bigint, bigint]): bigint {
  const paid = amount * 997n;
  return (paid * after) / (before * 1000n + paid);
}

function afterFee(price: number, fee: number): number {
  return price * (1 - fee / MILLION);
}

/** The path of pools with ranges, as their router reads it: token, fee, token, … */
export function poolPath(hops: readonly SwapHop[]): Hex {
  const [first] = hops;
  if (!first) return '0x';
  return concatHex([first.from, ...hops.flatMap(({ fee, to }) => [toHex(fee, { size: 3 }), to])]);
}
