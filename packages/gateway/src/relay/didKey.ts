const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const VALUES = new Map([...ALPHABET].map((character, value) => [character, BigInt(value)]));

/** Multibase base58btc, then the multicodec of an Ed25519 public key: every such key begins so. */
const PREFIX = 'did:key:z';
const CODEC = 0xed01n;

/** 34 bytes in base58 have at most 47 characters. */
const MAX_LENGTH = PREFIX.length + 47;

/**
 * The public key in a `did:key` of method Ed25519 (W3C did:key), 32 bytes; undefined for any other text. Every key has
 * exactly one text: a leading zero digit, or a number that is too large, is refused.
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
  return Buffer.from(number.toString(16).padStart(68, '0').slice(4), 'hex');
}
