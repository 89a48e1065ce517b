import { checksumAddress } from '../../protocol/checksumAddress.js';
import { catalogueError } from '../../protocol/errors.js';
import { evmAddress } from '../engine/evmAddress.js';

/**
 * A receiver's address. One in mixed case says by its case how it must read (EIP-55): a typo breaks that.
 *
 * @throws INVALID_ADDRESS when it is none [VAL-07], with `reason: 'checksum'` when its checksum does not hold.
 */
export function checkedAddress(text: string): `0x${string}` {
  const address = evmAddress(text);
  const digits = address.slice(2);
  const isMixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase();
  if (isMixed && checksumAddress(address) !== address) {
    throw catalogueError('INVALID_ADDRESS', {
      details: 'The checksum of the address (EIP-55) does not hold.',
      context: { address, reason: 'checksum' },
    });
  }
  return address;
}
