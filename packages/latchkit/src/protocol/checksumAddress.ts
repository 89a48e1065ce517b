import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { isEvmAddress } from './isEvmAddress.js';

/**
 * Formats an EVM address with the EIP-55 checksum, whatever its case.
 *
 * @throws TypeError if it is not an address.
 * @see https://eips.ethereum.org/EIPS/eip-55
 */
export function checksumAddress(address: string): `0x${string}` {
  if (!isEvmAddress(address)) throw new TypeError('The wallet returned an invalid address.');
  const digits = address.replace(/^0x/, '').toLowerCase();
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)));
  return `0x${digits.replace(/./g, (digit, index: number) => (hash.charAt(index) >= '8' ? digit.toUpperCase() : digit))}`;
}
