import type { IDBPDatabase } from 'idb';
import { hashText } from '../services/hashText.js';
import { publicJwk } from '../services/proveCall.js';
import type { KeyringStart } from '../worker/keyringMessages.js';
import { createLoginStore, type LoginStore } from './createLoginStore.js';
import { createPageChannel, type PageChannel } from './createPageChannel.js';
import type { Installation } from './Installation.js';
import { openDatabase, type PartitionSchema, type StoredKeys } from './openDatabase.js';
import { type SessionStore, type StoredSession, storedSession } from './SessionStore.js';

/** Milliseconds after which storage that does not open is treated as disabled. */
const OPENING = 2_000;

/** This installation and the sessions of the pages that embed it. */
export interface Partition {
  readonly installation: Installation;
  /** What a page's keyring needs to start. */
  keyringStart(hostOrigin: string): KeyringStart;
  sessions(hostOrigin: string): SessionStore;
  logins(hostOrigin: string): LoginStore;
  /** The channel to the other pages of this installation. */
  pageChannel(hostOrigin: string): PageChannel;
}

/**
 * Opens the page's storage in this partition and creates it on the first visit. If storage is disabled, rejects keys or never
 * opens, everything stays in memory and the installation is `ephemeral`.
 */
export async function openPartition(): Promise<Partition> {
  const stored = (async () => {
    const database = await openDatabase();
    const known = await database.get('keys', 'installation');
    return { database, keys: known ?? (await storeFirst(database, await createKeys())) };
  })();
  const late = new Promise<undefined>(resolve => setTimeout(resolve, OPENING, undefined));
  const found = await Promise.race([stored, late]).catch(() => undefined);
  return partitionOf(found?.keys ?? (await createKeys()), found?.database);
}

/** Returns the stored keys, or stores these. Two pages that open at once end up with the same keys. */
async function storeFirst(database: IDBPDatabase<PartitionSchema>, made: StoredKeys): Promise<StoredKeys> {
  const transaction = database.transaction('keys', 'readwrite');
  const found = await transaction.store.get('installation');
  if (!found) await transaction.store.put(made, 'installation');
  await transaction.done;
  return found ?? made;
}

async function partitionOf(
  { signing, sealing, door }: StoredKeys,
  database: IDBPDatabase<PartitionSchema> | undefined,
): Promise<Partition> {
  const signingJwk = await publicJwk(signing.publicKey);
  const { crv, kty, x, y } = signingJwk;
  // The thumbprint of RFC 7638.
  const jkt = await hashText(JSON.stringify({ crv, kty, x, y }));
  const isStored = database !== undefined;
  const remembered = new Map<string, StoredSession>();
  const channels = new Map<string, PageChannel>();
  const pageChannel = (origin: string): PageChannel => {
    const channel = channels.get(origin) ?? createPageChannel(origin);
    channels.set(origin, channel);
    return channel;
  };
  return {
    installation: {
      ...{ signingKey: signing.privateKey, signingJwk, jkt },
      encJwk: await publicJwk(sealing.publicKey),
      sealingKey: sealing.privateKey,
      ephemeral: !isStored,
    },
    keyringStart: origin => ({ origin, jkt, isStored, sealingKey: sealing.privateKey, shareKey: door }),
    sessions: origin =>
      database
        ? createSessionStore(database, origin, pageChannel(origin))
        : createMemorySessionStore(remembered, origin),
    // Keys in memory are lost with the page, and logins started with them are too.
    logins: origin =>
      isStored ? createLoginStore(origin) : { read: async () => undefined, async keep() {} },
    pageChannel,
  };
}

function createSessionStore(
  database: IDBPDatabase<PartitionSchema>,
  origin: string,
  pageChannel: PageChannel,
): SessionStore {
  return {
    async read() {
      const kept = storedSession.safeParse(await database.get('sessions', origin));
      return kept.success ? kept.data : undefined;
    },
    async keep(session) {
      if (session === undefined) await database.delete('sessions', origin);
      else await database.put('sessions', session, origin);
      pageChannel.post({ type: 'SESSION' });
    },
    alone: async work => navigator.locks.request(`latchkit-session ${origin}`, work),
  };
}

/** Stores a session in memory, invisible to other pages. */
function createMemorySessionStore(remembered: Map<string, StoredSession>, origin: string): SessionStore {
  return {
    read: async () => remembered.get(origin),
    async keep(session) {
      if (session === undefined) remembered.delete(origin);
      else remembered.set(origin, session);
    },
    alone: work => work(),
  };
}

async function createKeys(): Promise<StoredKeys> {
  const { subtle } = crypto;
  const [signing, sealing, door] = await Promise.all([
    subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify']),
    subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, ['deriveBits']),
    subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']),
  ]);
  return { signing, sealing, door };
}
