import { expand_message_xmd } from '@noble/curves/abstract/hash-to-curve';
import { mod } from '@noble/curves/abstract/modular';
import { bytesToNumberLE, numberToBytesLE } from '@noble/curves/abstract/utils';
import { ed25519, RistrettoPoint } from '@noble/curves/ed25519';
import { sha512 } from '@noble/hashes/sha2';

/** RFC 9497, 3.1 and 4.1: mode OPRF (0) of ristretto255-SHA512. */
const CONTEXT = Buffer.from('OPRFV1-\0-ristretto255-SHA512', 'utf8');
const DERIVE_KEY_PAIR = Buffer.concat([Buffer.from('DeriveKeyPair', 'utf8'), CONTEXT]);

const ORDER = ed25519.CURVE.n;

/**
 * Derives the server's key (RFC 9497, 3.2.1), as 32 bytes.
 *
 * @param seed - 32 random bytes.
 * @param info - The purpose of the key.
 */
export function oprfKeyOf(seed: Uint8Array, info: Uint8Array): Uint8Array {
  const length = Buffer.from([info.length >> 8, info.length & 0xff]);
  for (let counter = 0; counter < 256; counter += 1) {
    const input = Buffer.concat([seed, length, info, Buffer.from([counter])]);
    const key = mod(bytesToNumberLE(expand_message_xmd(input, DERIVE_KEY_PAIR, 64, sha512)), ORDER);
    if (key !== 0n) return numberToBytesLE(key, 32);
  }
  throw new Error('No key can be derived from this seed');
}

/**
 * Evaluates the server's key on a blinded element (RFC 9497, 3.3.1).
 *
 * @returns undefined if the bytes are no element of the group.
 */
export function evaluateOprf(key: Uint8Array, blinded: Uint8Array): Uint8Array | undefined {
  try {
    const element = RistrettoPoint.fromHex(blinded);
    if (element.equals(RistrettoPoint.ZERO)) return undefined;
    return element.multiply(bytesToNumberLE(key)).toRawBytes();
  } catch {
    return undefined;
  }
}
