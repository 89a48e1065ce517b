import { isRecord } from '../../core/adapter/untrusted.js';
import type { Reader } from '../engine/createReaders.js';
import { readQuantity } from '../engine/readQuantity.js';

/** What a unit of gas costs, in wei. */
export interface Fees {
  /** At most. */
  readonly maxFeePerGas: bigint;
  /** Of that to the block's producer; undefined on a chain from before EIP-1559. */
  readonly maxPriorityFeePerGas: bigint | undefined;
}

/** What producers get where the chain does not say: 1 gwei. */
const USUAL_TIP = 1_000_000_000n;

/** The price of gas now: twice the base fee, which lasts for six full blocks, and the producer's part (EIP-1559). */
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
