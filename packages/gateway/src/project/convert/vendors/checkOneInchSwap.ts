import type { ChainId } from 'latchkit/protocol';
import { decodeFunctionData, type Hex, isAddressEqual, parseAbi, zeroAddress } from 'viem';
import type { SwapRequest, SwapTransaction } from '../SwapEngine.js';
import { VendorError } from '../VendorError.js';
import { vendorToken } from './askVendor.js';

/**
 * The functions of the aggregation router v6 that guarantee a minimum themselves, as its verified source has them. Without
 * `clipperSwap` and the orders: there a contract that the call names decides how much is paid.
 */
const abi = parseAbi([
  'struct Description { address srcToken; address dstToken; address srcReceiver; address dstReceiver; uint256 amount; uint256 minReturnAmount; uint256 flags; }',
  'function swap(address executor, Description desc, bytes data) payable returns (uint256, uint256)',
  'function unoswap(uint256 token, uint256 amount, uint256 minReturn, uint256 dex) returns (uint256)',
  'function unoswap2(uint256 token, uint256 amount, uint256 minReturn, uint256 dex, uint256 dex2) returns (uint256)',
  'function unoswap3(uint256 token, uint256 amount, uint256 minReturn, uint256 dex, uint256 dex2, uint256 dex3) returns (uint256)',
  'function unoswapTo(uint256 to, uint256 token, uint256 amount, uint256 minReturn, uint256 dex) returns (uint256)',
  'function unoswapTo2(uint256 to, uint256 token, uint256 amount, uint256 minReturn, uint256 dex, uint256 dex2) returns (uint256)',
  'function unoswapTo3(uint256 to, uint256 token, uint256 amount, uint256 minReturn, uint256 dex, uint256 dex2, uint256 dex3) returns (uint256)',
  'function ethUnoswap(uint256 minReturn, uint256 dex) payable returns (uint256)',
  'function ethUnoswap2(uint256 minReturn, uint256 dex, uint256 dex2) payable returns (uint256)',
  'function ethUnoswap3(uint256 minReturn, uint256 dex, uint256 dex2, uint256 dex3) payable returns (uint256)',
  'function ethUnoswapTo(uint256 to, uint256 minReturn, uint256 dex) payable returns (uint256)',
  'function ethUnoswapTo2(uint256 to, uint256 minReturn, uint256 dex, uint256 dex2) payable returns (uint256)',
  'function ethUnoswapTo3(uint256 to, uint256 minReturn, uint256 dex, uint256 dex2, uint256 dex3) payable returns (uint256)',
]);

/** The router v6. zkSync Era derives addresses in another way. */
const ROUTER = '0x111111125421cA6dc452d289314280a0f8842A65';
const ZKSYNC_ROUTER = '0x6fd4383cB451173D5f9304F041C7BCBf27d561fF';

/** The contract that takes the account's tokens and swaps them. */
export function oneInchRouter(chainId: ChainId): Hex {
  return chainId === 'eip155:324' ? ZKSYNC_ROUTER : ROUTER;
}

/** A partial fill, more than the amount in the native currency, and Permit2: flags of `swap` that nobody asked for. */
const FLAGS = 7n;
/** The bits of a pool: what it is, whether it unwraps the native currency, and whether Permit2 takes the token. */
const CURVE = 2n << 253n;
const PROTOCOL = 7n << 253n;
const UNWRAPS = 1n << 252n;
const PERMIT2 = 1n << 250n;

/** What a built swap has to do. */
export interface ExpectedSwap {
  readonly request: SwapRequest;
  readonly account: Hex;
  readonly minimumOut: bigint;
}

/** What a call of the router does. */
interface ReadCall {
  /** The asset that it takes; undefined: the native currency of the transaction. */
  readonly from: Hex | undefined;
  /** Undefined: the value of the transaction. */
  readonly amount: bigint | undefined;
  readonly minimum: bigint;
  /** Undefined: the sender. */
  readonly receiver: Hex | undefined;
  /** Whether it pays the asset, as far as the call says. */
  readonly pays: (to: SwapRequest['to']) => boolean;
  readonly isPlain: boolean;
}

/**
 * Checks that a transaction of 1inch swaps what was asked, for the account, and pays at least the minimum.
 *
 * @throws VendorError
 */
export function checkOneInchSwap(
  { to, data, value }: SwapTransaction,
  { request, account, minimumOut }: ExpectedSwap,
): void {
  const isNative = request.from === 'native';
  const refuse = (what: string) => new VendorError(`1inch built another swap than was asked: ${what}`);
  if (!isAddressEqual(to, oneInchRouter(request.chainId))) throw refuse('another contract');
  if (value !== (isNative ? request.amount : 0n)) throw refuse('another value');
  const call = readCall(data);
  if (call === undefined) throw refuse('an unknown function');
  if (!isSame(call.from, isNative ? undefined : request.from)) throw refuse('another token');
  if (call.amount !== undefined && call.amount !== request.amount) throw refuse('another amount');
  if (!isSame(call.receiver, undefined) && !isSame(call.receiver, account)) throw refuse('another receiver');
  if (!call.pays(request.to)) throw refuse('another token to pay');
  if (!call.isPlain) throw refuse('flags that nobody asked for');
  if (call.minimum < minimumOut) throw refuse('a smaller minimum');
}

function isSame(one: Hex | undefined, other: Hex | undefined): boolean {
  return one === undefined || other === undefined ? one === other : isAddressEqual(one, other);
}

function readCall(data: Hex): ReadCall | undefined {
  let decoded: ReturnType<typeof decodeFunctionData<typeof abi>>;
  try {
    decoded = decodeFunctionData({ abi, data });
  } catch {
    return undefined;
  }
  const { functionName, args } = decoded;
  if (functionName === 'swap') {
    const [, desc] = args;
    const isNative = isAddressEqual(desc.srcToken, vendorToken('native') as Hex);
    return {
      from: isNative ? undefined : desc.srcToken,
      amount: desc.amount,
      minimum: desc.minReturnAmount,
      receiver: isAddressEqual(desc.dstReceiver, zeroAddress) ? undefined : desc.dstReceiver,
      pays: to => isAddressEqual(desc.dstToken, vendorToken(to) as Hex),
      isPlain: (desc.flags & FLAGS) === 0n,
    };
  }
  const rest: bigint[] = [...args];
  const receiver = functionName.includes('To') ? addressIn(rest.shift()) : undefined;
  const [from, amount] = functionName.startsWith('eth') ? [] : [addressIn(rest.shift()), rest.shift()];
  const [minimum = 0n, ...pools] = rest;
  const last = pools.at(-1) ?? 0n;
  // Pools of Curve may pay the native currency themselves.
  const paysNative = (last & UNWRAPS) !== 0n;
  return {
    from,
    amount,
    minimum,
    receiver,
    pays: to => (to === 'native' ? paysNative || (last & PROTOCOL) === CURVE : !paysNative),
    isPlain: pools.every(pool => (pool & PERMIT2) === 0n),
  };
}

/** The address in the low 160 bits of a word; the router ignores the others. */
function addressIn(word = 0n): Hex {
  return `0x${BigInt.asUintN(160, word).toString(16).padStart(40, '0')}`;
}
