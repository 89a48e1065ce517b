import { catalogueError } from '../../protocol/errors.js';
import { isEvmAddress } from '../../protocol/isEvmAddress.js';

/** A receiver's address with its 0x. @throws INVALID_ADDRESS when it is none [VAL-07]. */
export function evmAddress(text: string): `0x${string}` {
  if (!isEvmAddress(text))
    throw catalogueError('INVALID_ADDRESS', { context: { address: text.slice(0, 80) } });
  return `0x${text.replace(/^0x/, '')}`;
}
