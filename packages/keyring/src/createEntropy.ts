import { keyringError } from './keyringError.js';

const LENGTH = 32;

/** Fills the array with random bytes, like `crypto.getRandomValues`. */
export type RandomSource = (bytes: Uint8Array<ArrayBuffer>) => unknown;

/**
 * Generates the 32 random bytes of a wallet. Refuses a broken source: one that returns zeros or repeats itself.
 *
 * @throws KEYRING_RANDOM The page is not a secure context, or the source is broken.
 */
export function createEntropy(
  random: RandomSource = bytes => crypto.getRandomValues(bytes),
): Uint8Array<ArrayBuffer> {
  if (globalThis.isSecureContext === false) throw keyringError('KEYRING_RANDOM');
  const drawn = new Uint8Array(LENGTH);
  const other = new Uint8Array(LENGTH);
  random(drawn);
  random(other);
  const isBroken = drawn.every(byte => byte === 0) || drawn.every((byte, at) => byte === other[at]);
  other.fill(0);
  if (!isBroken) return drawn;
  drawn.fill(0);
  throw keyringError('KEYRING_RANDOM');
}
