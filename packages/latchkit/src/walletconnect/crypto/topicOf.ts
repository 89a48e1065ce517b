import { sha256 } from '@noble/hashes/sha2';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils';

/** Returns the topic of a key: SHA-256 of its bytes, as hex. Both sides can compute it without revealing the key. */
export function topicOf(key: string): string {
  return bytesToHex(sha256(hexToBytes(key)));
}
