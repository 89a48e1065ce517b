import type { Storage } from '../../core/kernel/storage.js';

/** Number of records, and characters of each. */
const MOST = 10;
const LONGEST = 8_192;

/**
 * Sets aside stored text that this version can't parse: another version may have written it, and it may help a developer.
 * It is never read back.
 */
export function quarantine(storage: Storage, prefix: string, name: string, texts: readonly string[]): void {
  const key = `${prefix}quarantine`;
  const found = texts.map(text => ({ name, text: text.slice(0, LONGEST), at: Date.now() }));
  storage.setItem(key, JSON.stringify([...read(storage.getItem(key)), ...found].slice(-MOST)));
}

function read(raw: string | null): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(raw ?? '[]');
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
