import { createError } from '../../protocol/errors.js';
import { isEvmAddress } from '../../protocol/isEvmAddress.js';

/** Returns a receiver's address with 0x. @throws INVALID_ADDRESS it is not an EVM address. */
export function evmAddress(text: string): `0x${string}` {
  if (!isEvmAddress(text)) throw createError('INVALID_ADDRESS', { context: { address: text.slice(0, 80) } });
  return `0x${text.replace(/^0x/, '')}`;
}
