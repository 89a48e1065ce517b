import type { Storage } from './storage.js';

/** The default: the page's localStorage. If storage is blocked, full or absent, reads return nothing and writes are dropped. */
export function localStorageStorage(): Storage {
  return {
    getItem: key => attempt(() => globalThis.localStorage?.getItem(key) ?? null) ?? null,
    setItem: (key, value) => void attempt(() => globalThis.localStorage?.setItem(key, value)),
    removeItem: key => void attempt(() => globalThis.localStorage?.removeItem(key)),
  };
}

function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
