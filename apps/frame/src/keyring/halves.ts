/** Bytes of a wallet key and of each of its halves. */
export const HALF_LENGTH = 32;

/**
 * Splits a wallet key in two, of which one alone says nothing: a 2-of-2 split by exclusive or with random bytes.
 *
 * @param key - 32 bytes; left as they are.
 */
export function splitKey(key: Uint8Array<ArrayBuffer>): {
  readonly ours: Uint8Array<ArrayBuffer>;
  readonly theirs: Uint8Array<ArrayBuffer>;
} {
  const ours = crypto.getRandomValues(new Uint8Array(HALF_LENGTH));
  return { ours, theirs: joinHalves(ours, key) };
}

/** What two halves make. The inverse of {@link splitKey}; both of 32 bytes. */
export function joinHalves(
  one: Uint8Array<ArrayBuffer>,
  other: Uint8Array<ArrayBuffer>,
): Uint8Array<ArrayBuffer> {
  if (one.length !== HALF_LENGTH || other.length !== HALF_LENGTH) throw new RangeError('A half has 32 bytes');
  return Uint8Array.from(one, (byte, at) => byte ^ (other[at] ?? 0));
}
