/** Length in bytes of a wallet key and of each share. */
export const SHARE_LENGTH = 32;

/**
 * Splits a wallet key into two shares, one of which alone reveals nothing: 2-of-2 by XOR with random bytes.
 *
 * @param key - 32 bytes; not modified.
 */
export function splitKey(key: Uint8Array<ArrayBuffer>): {
  readonly ours: Uint8Array<ArrayBuffer>;
  readonly theirs: Uint8Array<ArrayBuffer>;
} {
  const ours = crypto.getRandomValues(new Uint8Array(SHARE_LENGTH));
  return { ours, theirs: joinKey(ours, key) };
}

/** Joins two shares of 32 bytes into the wallet key. The inverse of {@link splitKey}. */
export function joinKey(
  one: Uint8Array<ArrayBuffer>,
  other: Uint8Array<ArrayBuffer>,
): Uint8Array<ArrayBuffer> {
  if (one.length !== SHARE_LENGTH || other.length !== SHARE_LENGTH)
    throw new RangeError('A share must have 32 bytes');
  return Uint8Array.from(one, (byte, at) => byte ^ (other[at] ?? 0));
}
