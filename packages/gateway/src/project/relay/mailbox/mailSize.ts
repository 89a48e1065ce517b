import type { Mail } from './Mailbox.js';

/** Bytes of a stored message besides its texts. */
const OVERHEAD = 300;

/** Bytes of a stored message: its texts in UTF-8, and its overhead. */
export function mailSize({ message, attestation }: Mail): number {
  const texts = attestation === undefined ? 0 : Buffer.byteLength(attestation);
  return Buffer.byteLength(message) + texts + OVERHEAD;
}
