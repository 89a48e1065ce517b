const KEY = 'latchkit.polkadot.enabled';

/**
 * Names of the extensions that this page has enabled. An extension cannot be asked without a prompt, so a reload enables only
 * those.
 */
export const rememberedPages = {
  has: (name: string): boolean => read().includes(name),
  add: (name: string): void => write([...read().filter(one => one !== name), name]),
  remove: (name: string): void => write(read().filter(one => one !== name)),
};

function read(): readonly string[] {
  try {
    const names: unknown = JSON.parse(window.localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(names) ? names.filter(name => typeof name === 'string') : [];
  } catch {
    // Storage is blocked or its content is corrupt.
    return [];
  }
}

function write(names: readonly string[]): void {
  try {
    if (names.length > 0) window.localStorage.setItem(KEY, JSON.stringify(names));
    else window.localStorage.removeItem(KEY);
  } catch {
    // Storage is blocked or full: the next reload ends the connection.
  }
}
