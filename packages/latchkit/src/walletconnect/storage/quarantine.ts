import type { Storage } from '../../core/kernel/storage.js';

/** Records kept, and characters of each. */
const MOST = 10;
const LONGEST = 8_192;

/**
 * Puts stored text that nobody here understands aside: another version may have written it, and a developer may want to
 * see it. It is never read back.
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
