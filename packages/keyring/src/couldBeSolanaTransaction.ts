import { base58 } from '@scure/base';
import { readSolanaTransaction } from './readSolanaTransaction.js';

/** This bit is set in the first byte of a versioned message; the other bits are the version. */
const VERSIONED = 0x80;

/**
 * Whether bytes could be the message of a Solana transaction of any version: signed as a message, it would be an unreviewed
 * payment. The layouts of later versions are unknown, so there the first byte decides. UTF-8 text starts with such a byte only
 * in non-Latin scripts, and it can't contain the signer's address as bytes, which every transaction does.
 *
 * @param account - Address of the signing account.
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
