import type { Reader } from '../engine/createReaders.js';
import { word } from './transferCall.js';

/** Where the chains of the OP stack say what publishing a transaction on their parent chain costs, besides its gas. */
const ORACLE = '0x420000000000000000000000000000000000000F';
/** Selector of its `getL1FeeUpperBound(uint256)`. */
const UPPER_BOUND = '0xf1c7a58b';
/** Bytes of an unsigned payment: more than any has. */
const SIZE = 200n;

/** The most that publishing a payment costs, in wei; 0 on chains that take no such fee. */
export async function readDataFee(reader: Reader): Promise<bigint> {
  const call = { to: ORACLE, data: `${UPPER_BOUND}${word(SIZE)}` };
  try {
    const answer = await reader.request({ method: 'eth_call', params: [call, 'latest'] });
    return typeof answer === 'string' && answer.length === 66 ? BigInt(answer) : 0n;
  } catch {
    return 0n;
  }
}
