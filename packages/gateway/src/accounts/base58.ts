const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Longer texts are no key and no signature, and decoding takes time with the square of the length. */
const MAX_LENGTH = 128;

/** The bytes of base58 text (Bitcoin's alphabet); undefined when it is none, or longer than 128 characters. */
export function fromBase58(text: string): Uint8Array | undefined {
  if (text.length === 0 || text.length > MAX_LENGTH) return undefined;
  let value = 0n;
  for (const character of text) {
    const digit = ALPHABET.indexOf(character);
    if (digit < 0) return undefined;
    value = value * 58n + BigInt(digit);
  }
  const zeros = /^1*/.exec(text)?.[0].length ?? 0;
  const hex = value === 0n ? '' : value.toString(16);
  const digits = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
  return Uint8Array.from([...new Uint8Array(zeros), ...digits]);
}

/** Bytes as base58 text. */
export function toBase58(bytes: Uint8Array): string {
  let value = bytes.length === 0 ? 0n : BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  let text = '';
  while (value > 0n) {
    text = ALPHABET.charAt(Number(value % 58n)) + text;
    value /= 58n;
  }
  const first = bytes.findIndex(byte => byte !== 0);
  return '1'.repeat(first < 0 ? bytes.length : first) + text;
}
