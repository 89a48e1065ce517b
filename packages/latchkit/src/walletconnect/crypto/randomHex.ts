import { bytesToHex, randomBytes } from '@noble/hashes/utils';

/** Returns 32 bytes from the platform's secure random generator as hex, for keys and nonces. */
export function randomHex(): string {
  return bytesToHex(randomBytes(32));
}
