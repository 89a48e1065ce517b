import { sha256 } from '@noble/hashes/sha2';
import { wordlist } from '@scure/bip39/wordlists/english';

const WORDS = 24;
const BITS = 11;

/**
 * The 24 BIP-39 words for 32 bytes, as ASCII separated by spaces. Bytes instead of a string, since a string can't be
 * overwritten.
 */
export function recoveryPhrase(entropy: Uint8Array): Uint8Array<ArrayBuffer> {
  const checked = new Uint8Array([...entropy, sha256(entropy)[0] ?? 0]);
  const words = Array.from({ length: WORDS }, (_, at) => wordlist[bitsAt(checked, at * BITS)] ?? '');
  const length = words.reduce((sum, word) => sum + word.length, WORDS - 1);
  const phrase = new Uint8Array(length).fill(0x20);
  let at = 0;
  for (const word of words) {
    for (let letter = 0; letter < word.length; letter += 1) phrase[at + letter] = word.charCodeAt(letter);
    at += word.length + 1;
  }
  checked.fill(0);
  return phrase;
}

/** The 11 bits that start at a bit offset. */
function bitsAt(bytes: Uint8Array, start: number): number {
  let value = 0;
  for (let bit = start; bit < start + BITS; bit += 1) {
    value = (value << 1) | (((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1);
  }
  return value;
}

/** The 64-byte BIP-39 seed of the words, without a passphrase. */
export async function seedOfPhrase(phrase: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const key = await crypto.subtle.importKey('raw', phrase, 'PBKDF2', false, ['deriveBits']);
  const salt = new TextEncoder().encode('mnemonic');
  return new Uint8Array(
    await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-512', salt, iterations: 2_048 }, key, 512),
  );
}
