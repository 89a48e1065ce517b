import { fromBase58 } from 'latchkit/protocol';

/** Multibase base58btc, then the multicodec of an Ed25519 public key, which gives every such key the same prefix. */
const PREFIX = 'did:key:z';
const CODEC = [0xed, 0x01] as const;
const KEY_LENGTH = 32;

/** Prime of the field of Curve25519. */
const PRIME = 2n ** 255n - 19n;
/** The y coordinates of the eight points of small order, without their signs. */
const EIGHTH = 0x7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7n;
const SMALL_ORDER = new Set([0n, 1n, PRIME - 1n, EIGHTH, PRIME - EIGHTH]);

/**
 * Decodes the public key, 32 bytes, of an Ed25519 `did:key` (W3C did:key); undefined for any other text. Each key has one
 * valid text: leading zero digits and numbers out of range are rejected. So are points of small order, for which anyone
 * can forge signatures (RFC 8032 leaves this check to applications).
 */
export function didKey(did: string): Buffer | undefined {
  const bytes = did.startsWith(PREFIX) ? fromBase58(did.slice(PREFIX.length)) : undefined;
  if (bytes?.length !== CODEC.length + KEY_LENGTH) return undefined;
  if (bytes[0] !== CODEC[0] || bytes[1] !== CODEC[1]) return undefined;
  const key = Buffer.from(bytes.subarray(CODEC.length));
  const y = BigInt(`0x${Buffer.from(key).reverse().toString('hex')}`) & (2n ** 255n - 1n);
  return y >= PRIME || SMALL_ORDER.has(y) ? undefined : key;
}
