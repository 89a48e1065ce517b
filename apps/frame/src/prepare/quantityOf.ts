import { frameError } from 'latchkit/protocol';

/**
 * A number of JSON-RPC (`0x…`).
 *
 * @throws frameError BAD_MESSAGE it is none, or more than 256 bits.
 */
export function quantityOf(value: unknown): bigint {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{1,64}$/.test(value)) throw frameError('BAD_MESSAGE');
  return BigInt(value);
}
