import { type FrameErrorCode, frameError } from 'latchkit/protocol';
import type { PrepareContext } from './Prepared.js';
import type { AskedTransaction } from './prepareTransaction.js';

/** The default tip if the chain returns none: 1 gwei. */
const USUAL_TIP = 1_000_000_000n;

/** The maximum multiple of the chain's own price that a page may set: more would only waste the user's money. */
const MOST_PRICE = 10n;

/** The fees that a page asks for, as JSON-RPC quantities. */
type AskedFees = Pick<AskedTransaction, 'gasPrice' | 'maxFeePerGas' | 'maxPriorityFeePerGas' | 'type'>;

/** The chain whose fees are read. */
interface FeeContext extends Pick<PrepareContext, 'reader' | 'signal'> {
  readonly payload: Pick<PrepareContext['payload'], 'chainId'>;
}

type Fees =
  | { readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint }
  | { readonly gasPrice: bigint };

/**
 * Determines the gas price: the page's within limits, otherwise twice the base fee, which lasts for six full blocks, plus the
 * tip (EIP-1559). A legacy gas price on chains without base fees and if the page requests it.
 */
export async function readFees(asked: AskedFees, context: FeeContext): Promise<Fees> {
  const ask = (method: string, params: readonly unknown[] = []) =>
    context.reader.request(context.payload.chainId, method, params, context.signal);
  const isPlain = asked.gasPrice !== undefined || asked.type === '0x0' || asked.type === '0x1';
  if (isPlain && (asked.maxFeePerGas ?? asked.maxPriorityFeePerGas) !== undefined) {
    throw frameError('BAD_MESSAGE');
  }
  const base = isPlain ? undefined : baseFeeOf(await ask('eth_getBlockByNumber', ['latest', false]));
  if (base === undefined) {
    const price = quantityOf(await ask('eth_gasPrice'), 'INTERNAL');
    return { gasPrice: bounded(asked.gasPrice ?? asked.maxFeePerGas, price) };
  }
  const tip = await ask('eth_maxPriorityFeePerGas').then(
    price => quantityOf(price, 'INTERNAL'),
    () => USUAL_TIP,
  );
  const maxFeePerGas = bounded(asked.maxFeePerGas, base * 2n + tip);
  const priority = bounded(asked.maxPriorityFeePerGas, tip);
  return { maxFeePerGas, maxPriorityFeePerGas: smaller(priority, maxFeePerGas) };
}

function bounded(asked: string | undefined, own: bigint): bigint {
  if (asked === undefined) return own;
  const most = (own > USUAL_TIP ? own : USUAL_TIP) * MOST_PRICE;
  const value = quantityOf(asked);
  return smaller(value, most);
}

function baseFeeOf(block: unknown): bigint | undefined {
  const fee =
    typeof block === 'object' && block !== null && 'baseFeePerGas' in block ? block.baseFeePerGas : undefined;
  return fee === undefined || fee === null ? undefined : quantityOf(fee, 'INTERNAL');
}

function smaller(one: bigint, other: bigint): bigint {
  // `Math.min` does not support bigint.
  return [one, other].reduce((least, next) => (next < least ? next : least));
}

/**
 * Parses a JSON-RPC quantity (`0x…`).
 *
 * @param code - Error code for an invalid value: BAD_MESSAGE if it is from a page, INTERNAL if from a chain.
 * @throws frameError for an invalid value or more than 256 bits.
 */
export function quantityOf(value: unknown, code: FrameErrorCode = 'BAD_MESSAGE'): bigint {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{1,64}$/.test(value)) throw frameError(code);
  return BigInt(value);
}
