import { type FrameErrorCode, frameError } from 'latchkit/protocol';

/**
 * A number of JSON-RPC (`0x…`).
 *
 * @param code - Of the error for what is none: BAD_MESSAGE for a page's, INTERNAL for a chain's.
 * @throws frameError it is none, or more than 256 bits.
 */
export function quantityOf(value: unknown, code: FrameErrorCode = 'BAD_MESSAGE'): bigint {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{1,64}$/.test(value)) throw frameError(code);
  return BigInt(value);
}
