import { type IDBPDatabase, openDB } from 'idb';
import { calculateJwkThumbprint } from 'jose';
import type { P256PublicJwk } from 'latchkit/protocol';
import type { SessionStore } from '../account/SessionStore.js';
import type { Door, Installation } from '../keyring/Installation.js';
import { createDoorStore } from './createDoorStore.js';
import type { PartitionSchema, StoredKeys } from './PartitionSchema.js';

/** This installation, and the sessions of the pages that embed it. */
export interface Partition {
  readonly installation: Installation;
  sessions(hostOrigin: string): SessionStore;
}

/**
 * Opens what the browser keeps for this page in this partition; makes it at the first visit. Where it cannot be kept, because
 * storage is off or takes no keys, everything stays in memory and the installation is `ephemeral`.
 */
export async function openPartition(): Promise<Partition> {
  const made = await makeKeys();
  try {
    const database = await openDB<PartitionSchema>('latchkit-wallet', 1, {
      upgrade(upgraded) {
        for (const store of ['keys', 'doors', 'sessions'] as const) upgraded.createObjectStore(store);
      },
    });
    return await partitionOf(await keepFirst(database, made), database);
  } catch {
    return partitionOf(made, undefined);
  }
}

/** The keys that are stored; else these. Two pages that open at once end with the same ones. */
async function keepFirst(database: IDBPDatabase<PartitionSchema>, made: StoredKeys): Promise<StoredKeys> {
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
  const doors = createDoorStore(door, database);
  const tokens = new Map<string, string>();
  return {
    installation: {
      signingKey: signing.privateKey,
      sealingKey: sealing.privateKey,
      signingJwk,
      encJwk: await publicJwk(sealing.publicKey),
      jkt: await calculateJwkThumbprint(signingJwk),
      ephemeral: database === undefined,
      readDoor: name => doors.read(name),
      keepDoor: (kept: Door) => doors.keep(kept),
      async forget() {
        tokens.clear();
        await doors.clear();
        await database?.clear('sessions');
        await database?.clear('keys');
      },
    },
    sessions: hostOrigin => ({
      read: async () => (database ? database.get('sessions', hostOrigin) : tokens.get(hostOrigin)),
      async keep(refresh) {
        if (refresh === undefined) tokens.delete(hostOrigin);
        else tokens.set(hostOrigin, refresh);
        if (refresh === undefined) await database?.delete('sessions', hostOrigin);
        else await database?.put('sessions', refresh, hostOrigin);
      },
    }),
  };
}

async function makeKeys(): Promise<StoredKeys> {
  const { subtle } = crypto;
  const [signing, sealing, door] = await Promise.all([
    subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify']),
    subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, ['deriveBits']),
    subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']),
  ]);
  return { signing, sealing, door };
}

async function publicJwk(key: CryptoKey): Promise<P256PublicJwk> {
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', key);
  return { kty: 'EC', crv: 'P-256', x, y };
}
