import { encodeFunctionData, type Hex, hexToNumber, parseAbi, slice } from 'viem';
import type { SwapHop, SwapPermit, SwapQuote, SwapTerms, SwapTransaction } from '../SwapEngine.js';
import type { PoolChain } from './poolChains.js';
import { poolPath } from './readPools.js';

const abi = parseAbi([
  'struct Path { bytes path; address recipient; uint256 amountIn; uint256 amountOutMinimum; }',
  'function multicall(uint256 deadline, bytes[] data) payable returns (bytes[])',
  'function exactInput(Path) payable returns (uint256)',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to) payable returns (uint256)',
  'function unwrapWETH9(uint256 amountMinimum, address recipient) payable',
  'function selfPermitIfNecessary(address token, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s) payable',
]);

/** What the router reads as its own address. */
const ROUTER: Hex = '0x0000000000000000000000000000000000000002';
/** What the router reads as its own balance. */
const OWN_BALANCE = 0n;

/** Builds the transaction of a route: the permit, all its hops, the unwrapping of the native currency, the minimum and the deadline. */
export function routerCall(
  { router }: PoolChain,
  { request, route }: SwapQuote,
  { account, minimumOut, deadline, permit }: SwapTerms,
): SwapTransaction {
  const unwraps = request.to === 'native';
  const parts = partsOf(route);
  const calls = parts.map((hops, index) => {
    const isLast = index === parts.length - 1;
    return partCall(hops, {
      amount: index === 0 ? request.amount : OWN_BALANCE,
      minimum: isLast ? minimumOut : 0n,
      recipient: isLast && !unwraps ? account : ROUTER,
    });
  });
  if (permit && request.from !== 'native') calls.unshift(permitCall(request.from, request.amount, permit));
  if (unwraps)
    calls.push(encodeFunctionData({ abi, functionName: 'unwrapWETH9', args: [minimumOut, account] }));
  return {
    to: router,
    data: encodeFunctionData({ abi, functionName: 'multicall', args: [BigInt(deadline), calls] }),
    value: request.from === 'native' ? request.amount : 0n,
  };
}

/** Uses a permit. If someone else has used it before, which anyone can, the router goes on. */
function permitCall(token: Hex, amount: bigint, { deadline, signature }: SwapPermit): Hex {
  const v = hexToNumber(slice(signature, 64));
  const [r, s] = [slice(signature, 0, 32), slice(signature, 32, 64)];
  // Some wallets write v as 0 or 1, tokens read it as 27 or 28.
  const args = [token, amount, BigInt(deadline), v < 27 ? v + 27 : v, r, s] as const;
  return encodeFunctionData({ abi, functionName: 'selfPermitIfNecessary', args });
}

/** Groups hops of the same kind in a row: the router makes them in one call. */
function partsOf(route: readonly SwapHop[]): readonly (readonly SwapHop[])[] {
  const parts: SwapHop[][] = [];
  for (const hop of route) {
    const last = parts.at(-1);
    if (last?.[0]?.kind === hop.kind) last.push(hop);
    else parts.push([hop]);
  }
  return parts;
}

interface PartTerms {
  readonly amount: bigint;
  readonly minimum: bigint;
  readonly recipient: Hex;
}

function partCall(hops: readonly SwapHop[], { amount, minimum, recipient }: PartTerms): Hex {
  if (hops[0]?.kind === 'v3') {
    const path = { path: poolPath(hops), recipient, amountIn: amount, amountOutMinimum: minimum };
    return encodeFunctionData({ abi, functionName: 'exactInput', args: [path] });
  }
  const tokens = hops.flatMap(({ from, to }, index) => (index === 0 ? [from, to] : [to]));
  return encodeFunctionData({
    abi,
    functionName: 'swapExactTokensForTokens',
    args: [amount, minimum, tokens, recipient],
  });
}
