const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const VALUES = new Map([...ALPHABET].map((character, value) => [character, BigInt(value)]));

/** Multibase base58btc, then the multicodec of an Ed25519 public key: every such key begins so. */
const PREFIX = 'did:key:z';
const CODEC = 0xed01n;

/** Of the field of Curve25519. */
const PRIME = 2n ** 255n - 19n;
/** The y coordinates of the eight points of small order, their signs apart. */
const EIGHTH = 0x7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7n;
const SMALL_ORDER = new Set([0n, 1n, PRIME - 1n, EIGHTH, PRIME - EIGHTH]);

/** 34 bytes in base58 have at most 47 characters. */
const MAX_LENGTH = PREFIX.length + 47;

/**
 * The public key in a `did:key` of method Ed25519 (W3C did:key), 32 bytes; undefined for any other text. Every key has
 * exactly one text: a leading zero digit, or a number that is too large, is refused. So is a point of small order: anybody can
 * make signatures that it verifies (RFC 8032 leaves the check to its users).
 */
export function didKey(did: string): Buffer | undefined {
  if (!did.startsWith(PREFIX) || did.length > MAX_LENGTH) return undefined;
  let number = 0n;
  for (const character of did.slice(PREFIX.length)) {
    const value = VALUES.get(character);
    if (value === undefined) return undefined;
    number = number * 58n + value;
  }
  if (did[PREFIX.length] === '1' || number >> 256n !== CODEC) return undefined;
  const key = Buffer.from(number.toString(16).padStart(68, '0').slice(4), 'hex');
  const y = BigInt(`0x${Buffer.from(key).reverse().toString('hex')}`) & (2n ** 255n - 1n);
  return y >= PRIME || SMALL_ORDER.has(y) ? undefined : key;
}
