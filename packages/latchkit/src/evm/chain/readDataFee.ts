import type { Reader } from './createReaders.js';
import { word } from './transferCall.js';

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
