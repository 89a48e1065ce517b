import { type ChainNamespace, isNamespace } from '../../protocol/caip.js';
import type { Storage } from './storage.js';

/** The parsed value of a stored record, not yet validated; undefined or null if it is absent or corrupt. */
export function storedRecord(storage: Storage, key: string): unknown {
  return parseRecord(storage.getItem(key));
}

/** As {@link storedRecord}, for the record's text. */
export function parseRecord(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return undefined;
  }
}

export type ByNamespace<T> = Partial<Record<ChainNamespace, T>>;

/** The entries of a stored record that match a type, by namespace. */
export function storedByNamespace<T>(
  storage: Storage,
  key: string,
  is: (value: unknown) => value is T,
): ByNamespace<T> {
  const value = storedRecord(storage, key);
  if (typeof value !== 'object' || value === null) return {};
  const entries = Object.entries(value).filter(([namespace, item]) => isNamespace(namespace) && is(item));
  return Object.fromEntries(entries) as ByNamespace<T>;
}

/** Whether a stored value can be the id of a connector or a wallet. */
export function isStoredId(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= 256;
}

/** The namespace that was active last. */
const KEY = 'latchkit.v1.namespace';

export function readNamespace(storage: Storage): ChainNamespace | undefined {
  const value = storage.getItem(KEY);
  return isNamespace(value) ? value : undefined;
}

export function writeNamespace(storage: Storage, namespace: ChainNamespace): void {
  storage.setItem(KEY, namespace);
}
