import { base58 } from '@scure/base';

/** No key and no signature is longer, and the time that decoding takes grows with the square of the length. */
const MAX_LENGTH = 128;

/** The bytes of base58 text (Bitcoin's alphabet); undefined if it is invalid, empty or longer than 128 characters. */
export function fromBase58(text: string): Uint8Array | undefined {
  if (text.length === 0 || text.length > MAX_LENGTH) return undefined;
  try {
    return base58.decode(text);
  } catch {
    return undefined;
  }
}
