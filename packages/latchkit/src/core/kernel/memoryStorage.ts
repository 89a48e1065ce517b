import type { Storage } from './storage.js';

/** Storage in memory, lost with the instance. Used on a server, and for pages that should store nothing. */
export function memoryStorage(): Storage {
  const items = new Map<string, string>();
  return {
    getItem: key => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: key => void items.delete(key),
  };
}
