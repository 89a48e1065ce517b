import {
  decodeAbiParameters,
  decodeFunctionData,
  encodeFunctionData,
  type Hex,
  isAddressEqual,
  isHex,
  parseAbi,
  parseAbiParameters,
  size,
  slice,
  toFunctionSelector,
  zeroAddress,
} from 'viem';
import type { RpcService } from '../../chains/service.js';
import type { SwapTransaction } from '../SwapEngine.js';
import { VendorError } from '../VendorError.js';
import { vendorToken } from './askVendor.js';
import type { ExpectedSwap } from './checkOneInchSwap.js';

/** The contract that takes the account's tokens, on the chains of {@link zeroExEngine} (0x-settler, 30 November 2026). */
export const ALLOWANCE_HOLDER: Hex = '0x0000000000001fF3684f28c67538d4D072C22734';
/** The registry that names the Settlers, on every chain, and its number of those that an account calls itself. */
const DEPLOYER: Hex = '0x00000000000004533Fe15556B1E086BB1A72cEae';
const TAKER_SUBMITTED = 2n;

const holder = parseAbi([
  'function exec(address operator, address token, uint256 amount, address target, bytes data) payable returns (bytes)',
]);
const deployer = parseAbi([
  'function ownerOf(uint256 feature) view returns (address)',
  'function prev(uint128 feature) view returns (address)',
]);
const EXECUTE = toFunctionSelector('execute((address,address,uint256),bytes[],bytes32)');
/** What a Settler checks after all its actions: it pays the recipient all that it has of the token, and reverts below the minimum. */
const slippage = parseAbiParameters('address recipient, address buyToken, uint256 minAmountOut');
const SLIPPAGE_SIZE = 96;

/** Where the registry is read. */
export interface SettlerRegistry {
  readonly rpc: Pick<RpcService, 'call'>;
  readonly gone: AbortSignal;
}

/**
 * Checks that a transaction of 0x swaps what was asked, for the account, and pays at least the minimum: by a Settler that the
 * registry names, because only such a contract keeps to the minimum.
 *
 * @throws VendorError, RpcError
 */
export async function checkZeroExSwap(
  { to, data, value }: SwapTransaction,
  { request, account, minimumOut }: ExpectedSwap,
  registry: SettlerRegistry,
): Promise<void> {
  const isNative = request.from === 'native';
  const refuse = (what: string) => new VendorError(`0x built another swap than was asked: ${what}`);
  if (!isAddressEqual(to, ALLOWANCE_HOLDER)) throw refuse('another contract');
  if (value !== (isNative ? request.amount : 0n)) throw refuse('another value');
  const call = readCall(data);
  if (call === undefined) throw refuse('an unknown function');
  const { operator, token, amount, target, recipient, bought, minimum } = call;
  // Of the native currency nothing is allowed to be taken: the value pays it.
  const sold = request.from === 'native' ? [zeroAddress, vendorToken('native')] : [request.from];
  if (!sold.some(one => isAddressEqual(one as Hex, token))) throw refuse('another token');
  if (amount !== request.amount) throw refuse('another amount');
  if (!isAddressEqual(recipient, account)) throw refuse('another receiver');
  if (!isAddressEqual(bought, vendorToken(request.to) as Hex)) throw refuse('another token to pay');
  if (minimum < minimumOut) throw refuse('a smaller minimum');
  if (!isAddressEqual(operator, target)) throw refuse('another contract that takes the token');
  if (!(await isSettler(target, request.chainId, registry))) throw refuse('another contract that swaps');
}

function readCall(data: Hex) {
  try {
    const { args } = decodeFunctionData({ abi: holder, data });
    const [operator, token, amount, target, call] = args;
    if (slice(call, 0, 4) !== EXECUTE) return undefined;
    const [recipient, bought, minimum] = decodeAbiParameters(slippage, slice(call, 4, 4 + SLIPPAGE_SIZE));
    return { operator, token, amount, target, recipient, bought, minimum };
  } catch {
    return undefined;
  }
}

/** Whether the registry names a contract as the present Settler, or the one before, which the API uses for a while longer. */
async function isSettler(target: Hex, chainId: string, { rpc, gone }: SettlerRegistry): Promise<boolean> {
  const names = async (data: Hex) => {
    const answer = await rpc.call(chainId, 'eth_call', [{ to: DEPLOYER, data }, 'latest'], gone);
    return isHex(answer) && size(answer) === 32 && isAddressEqual(slice(answer, 12), target);
  };
  const args = [TAKER_SUBMITTED] as const;
  return (
    (await names(encodeFunctionData({ abi: deployer, functionName: 'ownerOf', args }))) ||
    (await names(encodeFunctionData({ abi: deployer, functionName: 'prev', args })))
  );
}
