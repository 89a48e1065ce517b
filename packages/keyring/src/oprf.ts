import { invert, mod } from '@noble/curves/abstract/modular';
import { bytesToNumberLE } from '@noble/curves/abstract/utils';
import { ed25519, hashToRistretto255, RistrettoPoint } from '@noble/curves/ed25519';
import { sha512 } from '@noble/hashes/sha2';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils';
import { keyringError } from './keyringError.js';

/** RFC 9497, 3.1 and 4.1: mode OPRF (0) of ristretto255-SHA512. */
const HASH_TO_GROUP = concatBytes(
  utf8ToBytes('HashToGroup-OPRFV1-'),
  Uint8Array.of(0),
  utf8ToBytes('-ristretto255-SHA512'),
);

const ORDER = ed25519.CURVE.n;

/** An input of the client, blinded for the server. */
export interface BlindedInput {
  /** What the server may see: a uniformly random group element, 32 bytes. */
  readonly element: Uint8Array;
  readonly scalar: bigint;
}

/** The client of the oblivious pseudorandom function of RFC 9497: the server evaluates its key on an input that it doesn't see. */
export const oprf = {
  /**
   * Blinds an input (RFC 9497, 3.3.1).
   *
   * @param random - 64 random bytes. Default: `crypto.getRandomValues`.
   */
  blind(input: Uint8Array, random = crypto.getRandomValues(new Uint8Array(64))): BlindedInput {
    const scalar = mod(bytesToNumberLE(random), ORDER);
    const element = hashToRistretto255(input, { DST: HASH_TO_GROUP }).multiply(scalar).toRawBytes();
    return { element, scalar };
  },
  /**
   * Computes the function's 64 bytes from what the server evaluated.
   *
   * @throws KEYRING_MISMATCH It is no element of the group.
   */
  finalize(input: Uint8Array, { scalar }: BlindedInput, evaluated: Uint8Array): Uint8Array {
    const unblinded = elementOf(evaluated).multiply(invert(scalar, ORDER)).toRawBytes();
    return sha512(
      concatBytes(lengthOf(input), input, lengthOf(unblinded), unblinded, utf8ToBytes('Finalize')),
    );
  },
};

function elementOf(bytes: Uint8Array) {
  try {
    const element = RistrettoPoint.fromHex(bytes);
    if (!element.equals(RistrettoPoint.ZERO)) return element;
  } catch {
    // Not an element: throws below.
  }
  throw keyringError('KEYRING_MISMATCH');
}

/** The length as two bytes. */
function lengthOf({ length }: Uint8Array): Uint8Array {
  return Uint8Array.of(length >> 8, length & 0xff);
}
