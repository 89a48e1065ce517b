import { base58 } from '@scure/base';
import { readSolanaTransaction } from './readSolanaTransaction.js';

/** The first byte of a message with a version has this bit, the version is in the others. */
const VERSIONED = 0x80;

/**
 * Whether bytes could be what is signed of a Solana transaction, of any version: signed as a message they would be a payment
 * without its review. The layouts of later versions are not known, so the first byte decides there. Text in UTF-8 begins with
 * such a byte only in other scripts than Latin, and it cannot hold the signer's address as bytes, which every transaction names.
 *
 * @param account - Address of the account that signs.
 */
export function couldBeSolanaTransaction(bytes: Uint8Array, account: string): boolean {
  const isVersioned = ((bytes[0] ?? 0) & VERSIONED) !== 0;
  return (
    readSolanaTransaction(bytes) !== undefined ||
    (isVersioned && !isUtf8(bytes)) ||
    holds(bytes, base58.decode(account))
  );
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function holds(bytes: Uint8Array, part: Uint8Array): boolean {
  for (let at = bytes.indexOf(part[0] ?? 0); at !== -1; at = bytes.indexOf(part[0] ?? 0, at + 1)) {
    if (part.every((byte, index) => bytes[at + index] === byte)) return true;
  }
  return false;
}
