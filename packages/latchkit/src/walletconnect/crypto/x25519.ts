import { montgomery } from '@noble/curves/abstract/montgomery';
import { randomBytes } from '@noble/hashes/utils';

/** 2^255 - 19. */
const P = 0x7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffedn;

/** X25519 (RFC 7748). The package's own export would bundle all of Ed25519, which platforms provide. */
export const x25519 = /* @__PURE__ */ montgomery({
  type: 'x25519',
  P,
  powPminus2: inverse,
  adjustScalarBytes: clamp,
  randomBytes,
});

/** Computes x^(p-2), the inverse of x by Fermat's little theorem; 0 for 0. */
function inverse(x: bigint): bigint {
  let result = 1n;
  let square = x;
  for (let exponent = P - 2n; exponent > 0n; exponent >>= 1n) {
    if (exponent & 1n) result = (result * square) % P;
    square = (square * square) % P;
  }
  return result;
}

/** Clamps the scalar (RFC 7748, section 5). */
function clamp(scalar: Uint8Array): Uint8Array {
  scalar[0] = (scalar[0] ?? 0) & 248;
  scalar[31] = ((scalar[31] ?? 0) & 127) | 64;
  return scalar;
}
