import type { Mail } from './Mailbox.js';

/** Bytes that a message takes besides its texts. */
const OVERHEAD = 300;

/** Bytes that a message takes in a mailbox: its texts in UTF-8, and what is kept about it. */
export function mailSize({ message, attestation }: Mail): number {
  const texts = attestation === undefined ? 0 : Buffer.byteLength(attestation);
  return Buffer.byteLength(message) + texts + OVERHEAD;
}
