import { fromBase58 } from '../accounts/fromBase58.js';

/** Multibase base58btc, then the multicodec of an Ed25519 public key: every such key begins so. */
const PREFIX = 'did:key:z';
const CODEC = [0xed, 0x01] as const;
const KEY_LENGTH = 32;

/** Of the field of Curve25519. */
const PRIME = 2n ** 255n - 19n;
/** The y coordinates of the eight points of small order, their signs apart. */
const EIGHTH = 0x7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7n;
const SMALL_ORDER = new Set([0n, 1n, PRIME - 1n, EIGHTH, PRIME - EIGHTH]);

/**
 * The public key in a `did:key` of method Ed25519 (W3C did:key), 32 bytes; undefined for any other text. Every key has
 * exactly one text: a leading zero digit, or a number that is too large, is refused. So is a point of small order: anybody can
 * make signatures that it verifies (RFC 8032 leaves the check to its users).
 */
export function didKey(did: string): Buffer | undefined {
  const bytes = did.startsWith(PREFIX) ? fromBase58(did.slice(PREFIX.length)) : undefined;
  if (bytes?.length !== CODEC.length + KEY_LENGTH) return undefined;
  if (bytes[0] !== CODEC[0] || bytes[1] !== CODEC[1]) return undefined;
  const key = Buffer.from(bytes.subarray(CODEC.length));
  const y = BigInt(`0x${Buffer.from(key).reverse().toString('hex')}`) & (2n ** 255n - 1n);
  return y >= PRIME || SMALL_ORDER.has(y) ? undefined : key;
}
