import type { Storage as Records } from 'latchkit';

/**
 * Records under names of their own: the host page's are in the same storage, and its sessions are not the wallet's. A
 * storage that is blocked reads as empty.
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
