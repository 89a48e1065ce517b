import { mod } from '@noble/curves/abstract/modular';
import { bytesToNumberLE } from '@noble/curves/abstract/utils';
import { ed25519, RistrettoPoint } from '@noble/curves/ed25519';
import { base64urlnopad } from '@scure/base';

/** The server of RFC 9497 with a random key: evaluates a blinded element. */
export function ristrettoServer(): (blinded: string) => string {
  const key = mod(bytesToNumberLE(crypto.getRandomValues(new Uint8Array(64))), ed25519.CURVE.n);
  return blinded =>
    base64urlnopad.encode(RistrettoPoint.fromHex(base64urlnopad.decode(blinded)).multiply(key).toRawBytes());
}
