import type { Storage as Records } from 'latchkit';

/**
 * Prefixes the record names, since the host page uses the same storage and its sessions are not the wallet's. Blocked storage
 * reads as empty.
 */
export function keptUnder(prefix: string, storage: () => Storage): Records {
  const attempt = <T>(action: (area: Storage) => T): T | undefined => {
    try {
      return action(storage());
    } catch {
      return undefined;
    }
  };
  return {
    getItem: key => attempt(area => area.getItem(prefix + key)) ?? null,
    setItem: (key, value) => attempt(area => area.setItem(prefix + key, value)),
    removeItem: key => attempt(area => area.removeItem(prefix + key)),
  };
}
