/** Length in bytes of an Ed25519 signature, and of a public key. */
const SIGNATURE = 64;
const KEY = 32;

/**
 * Inserts one signer's signature into a Solana transaction: some wallets return only the signature.
 *
 * @throws If the transaction is malformed, or `publicKey` is not one of its signers.
 * @see https://solana.com/docs/core/transactions
 */
export function putSignature(
  transaction: Uint8Array,
  publicKey: Uint8Array,
  signature: Uint8Array,
): Uint8Array {
  const signatures = readLength(transaction, 0);
  const message = signatures.end + signatures.length * SIGNATURE;
  // A versioned message starts with its version, marked by the highest bit.
  const header = message + ((transaction[message] ?? 0) & 0x80 ? 1 : 0);
  const signers = transaction[header] ?? 0;
  const keys = readLength(transaction, header + 3);
  for (let at = 0; at < Math.min(signers, signatures.length, keys.length); at++) {
    const from = keys.end + at * KEY;
    const key = transaction.subarray(from, from + KEY);
    if (key.length !== KEY || !key.every((byte, index) => byte === publicKey[index])) continue;
    if (signature.length !== SIGNATURE) throw new TypeError('The signature is not 64 bytes long.');
    const signed = Uint8Array.from(transaction);
    signed.set(signature, signatures.end + at * SIGNATURE);
    return signed;
  }
  throw new TypeError('The account is not a signer of the transaction.');
}

/** Decodes a length in Solana's compact-u16 format: seven bits per byte, lowest first. */
function readLength(bytes: Uint8Array, start: number): { readonly length: number; readonly end: number } {
  let length = 0;
  for (let at = 0; at < 3; at++) {
    const byte = bytes[start + at] ?? 0;
    length |= (byte & 0x7f) << (7 * at);
    if (byte < 0x80) return { length, end: start + at + 1 };
  }
  throw new TypeError('The transaction has an invalid length (compact-u16).');
}
