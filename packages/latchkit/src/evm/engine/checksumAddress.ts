import type { Address } from 'viem';
import { isEvmAddress } from '../../protocol/isEvmAddress.js';
import { keccak256 } from './keccak256.js';

/**
 * An address in the mixed case of EIP-55, whatever its case was before.
 *
 * @throws TypeError when it is no address.
 * @see https://eips.ethereum.org/EIPS/eip-55
 */
export function checksumAddress(address: string): Address {
  if (!isEvmAddress(address)) throw new TypeError('The wallet answered something that is no address.');
  const digits = address.replace(/^0x/, '').toLowerCase();
  const hash = keccak256(digits);
  return `0x${digits.replace(/./g, (digit, index: number) => (hash.charAt(index) >= '8' ? digit.toUpperCase() : digit))}`;
}
