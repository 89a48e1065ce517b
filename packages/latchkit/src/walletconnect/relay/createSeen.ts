import { sha256 } from '@noble/hashes/sha2';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils';
import { SEEN_LIMIT } from './relayLimits.js';

export interface Seen {
  /** Whether the message of the topic was noted before; notes it. */
  note(topic: string, message: string): boolean;
}

/** Knows the last messages by their hash: relays deliver twice, and to their own sender. */
export function createSeen(): Seen {
  const hashes = new Set<string>();
  return {
    note(topic, message) {
      const hash = bytesToHex(sha256(utf8ToBytes(topic + message)));
      if (hashes.has(hash)) return true;
      hashes.add(hash);
      if (hashes.size > SEEN_LIMIT) {
        const [oldest] = hashes;
        if (oldest !== undefined) hashes.delete(oldest);
      }
      return false;
    },
  };
}
