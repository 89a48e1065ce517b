import { instanceSlot } from '../kernel/Kernel.js';
import { isStoredId, storedRecord } from '../kernel/storedRecord.js';
import type { Latchkit } from '../Latchkit.js';

/** Topics of pairings whose links a web server may have read, newest first. A phone may discard the page meanwhile. */
const KEY = 'latchkit.v1.exposed_pairings';

/** A pairing is valid for five minutes, so older ones connect nothing. */
const LIMIT = 20;

/** The same topics, where the storage does not keep them. */
const slot = /* @__PURE__ */ instanceSlot<readonly string[]>('exposedPairings');

/** Whether a web server may have read a pairing's key, so that someone else may have approved its session. */
export function isExposed(kit: Latchkit, topic: string): boolean {
  return exposed(kit).includes(topic);
}

/** Records that a web server may read a pairing's link. */
export function expose(kit: Latchkit, uri: string): void {
  const topic = /^wc:([^@]+)@/.exec(uri)?.[1];
  if (topic) write(kit, [topic, ...exposed(kit).filter(one => one !== topic)].slice(0, LIMIT));
}

/** Forgets a pairing whose session the visitor confirmed. */
export function forgetExposed(kit: Latchkit, topic: string): void {
  write(
    kit,
    exposed(kit).filter(one => one !== topic),
  );
}

function exposed(kit: Latchkit): readonly string[] {
  const stored = storedRecord(kit.kernel.storage, KEY);
  const topics = Array.isArray(stored) ? stored.filter(isStoredId) : [];
  return [...new Set([...(slot.get(kit) ?? []), ...topics])];
}

function write(kit: Latchkit, topics: readonly string[]): void {
  slot.set(kit, topics);
  const { storage } = kit.kernel;
  if (topics.length > 0) storage.setItem(KEY, JSON.stringify(topics));
  else storage.removeItem(KEY);
}
