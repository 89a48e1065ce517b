import type { ChainNamespace } from '../../protocol/caip.js';
import { isRecord } from '../adapter/untrusted.js';
import type { Storage } from '../kernel/storage.js';
import { storedRecord } from '../kernel/storedRecord.js';

/** Addresses that the visitor sent to, by namespace, most recent first; the key includes the version. */
const KEY = 'latchkit.v1.receivers';
const KEPT = 50;

/** Addresses that the visitor has sent to. A corrupt record counts as absent. */
export function readReceivers(storage: Storage, namespace: ChainNamespace): readonly string[] {
  const list = readAll(storage)[namespace];
  return Array.isArray(list) ? list.filter(isShort).slice(0, KEPT) : [];
}

/** Stores a receiver, so that look-alike addresses can be detected. */
export function rememberReceiver(storage: Storage, namespace: ChainNamespace, address: string): void {
  // Cookies are small and are sent with every request of the page.
  if (storage.readableOnServer) return;
  const others = readReceivers(storage, namespace).filter(one => one !== address);
  const list = [address, ...others].slice(0, KEPT);
  storage.setItem(KEY, JSON.stringify({ ...readAll(storage), [namespace]: list }));
}

function readAll(storage: Storage): Readonly<Record<string, unknown>> {
  const value = storedRecord(storage, KEY);
  return isRecord(value) ? value : {};
}

function isShort(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 128;
}
