import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { type LoginStore, type StoredLogin, storedLogin } from './LoginStore.js';

interface LoginSchema extends DBSchema {
  /** By the origin of the page that embeds the frame. */
  logins: { key: string; value: StoredLogin };
}

/** Milliseconds after which storage that does not open is treated as disabled. */
const OPENING = 2_000;

/**
 * Stores a host's login in a separate database: upgrading the one with the keys would wait until every page of this
 * installation closes it, and the database with the share sets must stay open for the keyring. Opened on first use.
 */
export function createLoginStore(hostOrigin: string): LoginStore {
  let opened: Promise<IDBPDatabase<LoginSchema> | undefined> | undefined;
  const database = () => {
    const late = () => new Promise<undefined>(resolve => setTimeout(resolve, OPENING, undefined));
    opened ??= Promise.race([open(), late()]).catch(() => undefined);
    return opened;
  };
  return {
    async read() {
      const stored = await (await database())?.get('logins', hostOrigin).catch(() => undefined);
      const kept = storedLogin.safeParse(stored);
      return kept.success ? kept.data : undefined;
    },
    async keep(login) {
      const to = await database();
      const kept = login ? to?.put('logins', login, hostOrigin) : to?.delete('logins', hostOrigin);
      // Storage may be full.
      await kept?.catch(() => {});
    },
  };
}

function open(): Promise<IDBPDatabase<LoginSchema>> {
  return openDB<LoginSchema>('latchkit-logins', 1, {
    upgrade: database => void database.createObjectStore('logins'),
  });
}
