import { createHash, timingSafeEqual } from 'node:crypto';

/** SHA-256 as base64url. A plain hash is enough for tokens with 256 random bits. */
export function hashText(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** Compares two texts in constant time. */
export function isSameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
