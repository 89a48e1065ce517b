import { sha256 } from '@noble/hashes/sha2';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils';
import { createRecent } from '../createRecent.js';
import { SEEN_LIMIT } from './relayLimits.js';

export interface Seen {
  /** Whether the message of the topic was noted before; notes it. */
  note(topic: string, message: string): boolean;
}

/** Knows the last messages by their hash: relays deliver twice, and to their own sender. */
export function createSeen(): Seen {
  const hashes = createRecent<string>(SEEN_LIMIT);
  return { note: (topic, message) => hashes.note(bytesToHex(sha256(utf8ToBytes(topic + message)))) };
}
