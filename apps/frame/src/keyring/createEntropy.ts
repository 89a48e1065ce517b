import { keyringError } from './keyringError.js';

const LENGTH = 32;

/** Fills the array with random bytes, as `crypto.getRandomValues`. */
export type RandomSource = (bytes: Uint8Array<ArrayBuffer>) => unknown;

/**
 * 32 random bytes of which a wallet is made. Refuses a source that is broken: one that answers zeros, or the same twice.
 *
 * @throws KEYRING_RANDOM the page is no secure context, or the source is broken.
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
