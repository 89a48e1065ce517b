import { checksumAddress } from '../../protocol/checksumAddress.js';
import { createError } from '../../protocol/errors.js';
import { evmAddress } from '../provider/evmAddress.js';

/**
 * Validates a receiver's address. In mixed case it has a checksum (EIP-55), which detects typos.
 *
 * @throws INVALID_ADDRESS if it is not an address, with `reason: 'checksum'` if its checksum is wrong.
 */
export function checkedAddress(text: string): `0x${string}` {
  const address = evmAddress(text);
  const digits = address.slice(2);
  const isMixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase();
  if (isMixed && checksumAddress(address) !== address) {
    throw createError('INVALID_ADDRESS', {
      details: 'The checksum of the address (EIP-55) does not hold.',
      context: { address, reason: 'checksum' },
    });
  }
  return address;
}
