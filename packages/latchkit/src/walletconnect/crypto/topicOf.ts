import { sha256 } from '@noble/hashes/sha2';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils';

/** The topic that belongs to a key: SHA-256 of its bytes, as hex. Both sides find it without telling the relay the key. */
export function topicOf(key: string): string {
  return bytesToHex(sha256(hexToBytes(key)));
}
