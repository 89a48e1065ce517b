import { base58 } from '@scure/base';

/** Keys and signatures are shorter, and decoding time grows with the square of the length. */
const MAX_LENGTH = 128;

/** Decodes base58 (Bitcoin's alphabet); returns undefined for text that is invalid, empty or longer than 128 characters. */
export function fromBase58(text: string): Uint8Array | undefined {
  if (text.length === 0 || text.length > MAX_LENGTH) return undefined;
  try {
    return base58.decode(text);
  } catch {
    return undefined;
  }
}
