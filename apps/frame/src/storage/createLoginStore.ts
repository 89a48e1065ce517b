import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { localeField } from 'latchkit/protocol';
import * as z from 'zod/mini';

/** An email login in progress, stored so that it survives a reload. Unusable without this installation's key. */
const storedLogin = z.object({
  /** Thumbprint of the key that the login started with. */
  jkt: z.string(),
  id: z.string(),
  email: z.string(),
  locale: z.optional(localeField),
  /** Token of the wallet service for the vault; undefined if this installation needs no link. */
  startToken: z.optional(z.string()),
  /** Id of the vault's approval request; undefined if its email was not sent. */
  approval: z.optional(z.string()),
  /** The vault's grant, once the link was approved. */
  grant: z.optional(z.string()),
  /** Whether a code has been requested. */
  hasCode: z.boolean(),
  /** When the recovery delay ends, in milliseconds since 1970; undefined if none runs. */
  opensAt: z.optional(z.number()),
  /** When the freeze of the wallet ends, in milliseconds since 1970; undefined if the login met none. */
  frozenUntil: z.optional(z.number()),
  /** When the login can't be continued any more, in milliseconds since 1970. */
  until: z.number(),
});

/** A stored email login in progress. */
export type StoredLogin = z.infer<typeof storedLogin>;

/** Stores this installation's login in progress for one host. */
export interface LoginStore {
  /** Never rejects: unreadable data is treated as absent. */
  read(): Promise<StoredLogin | undefined>;
  /** Undefined removes the login. Never rejects: without storage a login lasts as long as its page. */
  keep(login: StoredLogin | undefined): Promise<void>;
}

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
