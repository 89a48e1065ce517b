import { bytesToHex, randomBytes } from '@noble/hashes/utils';

/** 32 bytes of the platform's secure random numbers, as hex: a key, or a nonce. */
export function randomHex(): string {
  return bytesToHex(randomBytes(32));
}
