import type { ChainId } from 'latchkit/protocol';
import { decodeFunctionData, type Hex, isAddressEqual, parseAbi, zeroAddress } from 'viem';
import type { SwapAsset, SwapRequest, SwapTransaction } from '../SwapEngine.js';
import { VendorError } from '../VendorError.js';
import { vendorToken } from './askVendor.js';

/**
 * The one function of the aggregation router v6 that is taken: the router itself pays the receiver, and at least the minimum, as its
 * verified source has it (30 November 2026). Not `unoswap` and its kind, `clipperSwap` and the orders: there a pool or a contract
 * that the call names says how much was paid.
 */
const abi = parseAbi([
  'struct Description { address srcToken; address dstToken; address srcReceiver; address dstReceiver; uint256 amount; uint256 minReturnAmount; uint256 flags; }',
  'function swap(address executor, Description desc, bytes data) payable returns (uint256, uint256)',
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

/** What a built swap has to do. */
export interface ExpectedSwap {
  readonly request: SwapRequest;
  readonly account: Hex;
  readonly minimumOut: bigint;
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
  const refuse = (what: string) => new VendorError(`1inch built another swap than was asked: ${what}`);
  if (!isAddressEqual(to, oneInchRouter(request.chainId))) throw refuse('another contract');
  if (value !== (request.from === 'native' ? request.amount : 0n)) throw refuse('another value');
  const desc = readDescription(data);
  if (desc === undefined) throw refuse('another function');
  const isAsset = (one: Hex, asset: SwapAsset) => isAddressEqual(one, vendorToken(asset) as Hex);
  if (!isAsset(desc.srcToken, request.from)) throw refuse('another token');
  if (desc.amount !== request.amount) throw refuse('another amount');
  // Without a receiver, the router pays the sender.
  if (![account, zeroAddress].some(one => isAddressEqual(desc.dstReceiver, one)))
    throw refuse('another receiver');
  if (!isAsset(desc.dstToken, request.to)) throw refuse('another token to pay');
  if ((desc.flags & FLAGS) !== 0n) throw refuse('flags that nobody asked for');
  if (desc.minReturnAmount < minimumOut) throw refuse('a smaller minimum');
}

function readDescription(data: Hex) {
  try {
    return decodeFunctionData({ abi, data }).args[1];
  } catch {
    return undefined;
  }
}
