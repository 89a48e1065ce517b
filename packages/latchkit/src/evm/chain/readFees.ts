import { isRecord } from '../../core/adapter/untrusted.js';
import type { Reader } from './createReaders.js';
import { readQuantity } from './readQuantity.js';

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
