const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Writes bytes in base58 with Bitcoin's alphabet. Meant for keys: the time grows with the square of the length. */
export function base58(bytes: Uint8Array): string {
  let number = 0n;
  for (const byte of bytes) number = number * 256n + BigInt(byte);
  let text = '';
  for (; number > 0n; number /= 58n) text = ALPHABET.charAt(Number(number % 58n)) + text;
  // A leading zero byte has no weight in the number, and is a digit of its own.
  for (let at = 0; bytes[at] === 0 && at < bytes.length; at++) text = `1${text}`;
  return text;
}
