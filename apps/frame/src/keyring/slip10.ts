import { hmac } from '@noble/hashes/hmac';
import { sha512 } from '@noble/hashes/sha2';

const HARDENED = 0x8000_0000;

/**
 * Derives the ed25519 private key (32 bytes) at a SLIP-0010 path whose steps are all hardened.
 *
 * @param path - The step numbers, for example `[44, 501, 0, 0]` for m/44'/501'/0'/0'.
 */
export function ed25519KeyAt(seed: Uint8Array, path: readonly number[]): Uint8Array {
  let node = hmac(sha512, 'ed25519 seed', seed);
  for (const step of path) {
    const data = new Uint8Array(37);
    data.set(node.subarray(0, 32), 1);
    new DataView(data.buffer).setUint32(33, step + HARDENED);
    const next = hmac(sha512, node.subarray(32), data);
    node.fill(0);
    data.fill(0);
    node = next;
  }
  const key = node.slice(0, 32);
  node.fill(0);
  return key;
}
