import { isRecord } from '../../core/adapter/untrusted.js';
import { readQuantity } from '../provider/quantity.js';
import type { Reader } from './createReaders.js';
import { word } from './transferCall.js';

/** Price of a unit of gas, in wei. */
export interface Fees {
  /** Maximum. */
  readonly maxFeePerGas: bigint;
  /** The part for the block producer; undefined on chains without EIP-1559. */
  readonly maxPriorityFeePerGas: bigint | undefined;
}

/** Default tip if the chain suggests none: 1 gwei. */
const USUAL_TIP = 1_000_000_000n;

/** Returns the current gas price: twice the base fee, which covers six full blocks, plus the tip (EIP-1559). */
export async function readFees(reader: Reader): Promise<Fees> {
  const ask = (method: string, params: readonly unknown[] = []) => reader.request({ method, params });
  const [block, tip] = await Promise.all([
    ask('eth_getBlockByNumber', ['latest', false]),
    ask('eth_maxPriorityFeePerGas').then(readQuantity, () => USUAL_TIP),
  ]);
  const base = isRecord(block) ? block.baseFeePerGas : undefined;
  if (base === undefined || base === null) {
    return { maxFeePerGas: readQuantity(await ask('eth_gasPrice')), maxPriorityFeePerGas: undefined };
  }
  return { maxFeePerGas: readQuantity(base) * 2n + tip, maxPriorityFeePerGas: tip };
}

/** The OP Stack's oracle for the fee of publishing a transaction on the parent chain, in addition to gas. */
const ORACLE = '0x420000000000000000000000000000000000000F';
/** Selector of its `getL1FeeUpperBound(uint256)`. */
const UPPER_BOUND = '0xf1c7a58b';
/** Bytes of an unsigned payment, rounded up. */
const SIZE = 200n;

/** Returns the maximum fee for publishing a payment, in wei; 0 on chains without such a fee. */
export async function readDataFee(reader: Reader): Promise<bigint> {
  const call = { to: ORACLE, data: `${UPPER_BOUND}${word(SIZE)}` };
  try {
    const answer = await reader.request({ method: 'eth_call', params: [call, 'latest'] });
    return typeof answer === 'string' && answer.length === 66 ? BigInt(answer) : 0n;
  } catch {
    return 0n;
  }
}
