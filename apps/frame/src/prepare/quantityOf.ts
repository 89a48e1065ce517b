import { type FrameErrorCode, frameError } from 'latchkit/protocol';

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
