import type { Storage } from '../../core/kernel/storage.js';
import { quarantine } from './quarantine.js';

const PREFIX = 'latchkit.wc.v1.';

/** Records of one kind, by key. Reads always return what is stored now, since another tab may have written. */
export interface Collection<T> {
  all(): readonly T[];
  get(key: string): T | undefined;
  set(key: string, item: T): void;
  /** Returns whether there was such a record. */
  delete(key: string): boolean;
}

export interface CollectionOptions<T> {
  readonly storage: Storage;
  readonly name: string;
  /** Whether a stored value is a record of this version; other values are quarantined. */
  isItem(value: unknown): value is T;
}

/**
 * A collection in storage. Each write reads first, in the same task, so that tabs don't overwrite each other's records.
 * If storage is blocked or full, the records live in memory until the page is closed.
 */
export function createCollection<T>({ storage, name, isItem }: CollectionOptions<T>): Collection<T> {
  const key = PREFIX + name;
  let raw: string | null = null;
  let items: ReadonlyMap<string, T> = new Map();
  let blocked = false;

  const read = (): ReadonlyMap<string, T> => {
    if (blocked) return items;
    const now = storage.getItem(key);
    if (now === raw) return items;
    const { known, unknown } = sort(now, isItem);
    raw = now;
    items = known;
    if (unknown.length > 0) {
      quarantine(storage, PREFIX, name, unknown);
      write(known);
    }
    return items;
  };

  const write = (next: ReadonlyMap<string, T>) => {
    items = next;
    const text = next.size === 0 ? null : JSON.stringify(Object.fromEntries(next));
    if (text === null) storage.removeItem(key);
    else storage.setItem(key, text);
    raw = storage.getItem(key);
    blocked = raw !== text;
  };

  return {
    all: () => [...read().values()],
    get: one => read().get(one),
    set(one, item) {
      write(new Map(read()).set(one, item));
    },
    delete(one) {
      const next = new Map(read());
      const was = next.delete(one);
      if (was) write(next);
      return was;
    },
  };
}

/** Separates known records from unknown ones. */
function sort<T>(raw: string | null, isItem: (value: unknown) => value is T) {
  const known = new Map<string, T>();
  const unknown: string[] = [];
  if (raw === null) return { known, unknown };
  let value: unknown;
  try {
    value = JSON.parse(raw);
  } catch {
    value = undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) unknown.push(raw);
  else {
    for (const [key, item] of Object.entries(value)) {
      if (isItem(item)) known.set(key, item);
      else unknown.push(JSON.stringify({ [key]: item }));
    }
  }
  return { known, unknown };
}
