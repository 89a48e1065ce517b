import { sha256 } from '@noble/hashes/sha2';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils';
import { createBoundedSet } from '../../protocol/createBoundedSet.js';
import { SEEN_LIMIT } from './relayLimits.js';

export interface Seen {
  /** Whether the topic's message was seen before; records it. */
  note(topic: string, message: string): boolean;
}

/** Remembers recent messages by hash: relays deliver duplicates, and also deliver to the sender. */
export function createSeen(): Seen {
  const hashes = createBoundedSet<string>(SEEN_LIMIT);
  return { note: (topic, message) => !hashes.add(bytesToHex(sha256(utf8ToBytes(topic + message)))) };
}
