import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { BaseError } from 'latchkit/protocol';
import * as z from 'zod';
import type { Database, SqlRunner } from '../ports/Database.js';
import type { KeyVault } from '../ports/KeyVault.js';
import { rowContext, type StoreName } from './rowContext.js';

/** Replicas that start together must not each make a secret; the letters 'ROOT'. */
const LOCK_KEY = 0x524f4f54;

const secretRow = z.object({ kekId: z.string(), wrapped: z.instanceof(Uint8Array) });

/** One secret of a store, wrapped by its key vault. All else that must stay secret but is no data key comes from it. */
export interface RootSecret {
  /** A key for one purpose (RFC 5869), 32 bytes. */
  derive(purpose: string): Uint8Array;
  /**
   * Blind index: the same for the same value, and useless without the secret.
   *
   * @param kind - What is indexed: equal texts of two kinds have two indexes.
   */
  index(kind: string, value: string): string;
}

/**
 * Reads the root secret of a store, if it has one.
 *
 * @throws BaseError `KEYS_INVALID` when the key vault cannot unwrap it: it is not the one of this data.
 */
export async function readRootSecret(
  database: Database,
  store: StoreName,
  schema: string,
  vault: KeyVault,
): Promise<RootSecret | undefined> {
  const [table] = await database.query('select to_regclass($1)::text as name', [`${schema}.secrets`]);
  if (table?.name === null || table === undefined) return undefined;
  return unwrapped(database, store, schema, vault);
}

/** Reads the root secret of a store, or makes it. */
export async function openRootSecret(
  database: Database,
  store: StoreName,
  schema: string,
  vault: KeyVault,
): Promise<RootSecret> {
  return database.transaction(async runner => {
    await runner.query('select pg_advisory_xact_lock($1::bigint)', [LOCK_KEY]);
    const found = await unwrapped(runner, store, schema, vault);
    if (found) return found;
    const { keyId, blob } = await vault.wrap(randomBytes(32), contextOf(store, vault));
    await runner.query(`insert into ${schema}.secrets (name, kek_id, wrapped) values ('root', $1, $2)`, [
      keyId,
      blob,
    ]);
    const made = await unwrapped(runner, store, schema, vault);
    if (made === undefined) throw new Error('The root secret is gone');
    return made;
  });
}

async function unwrapped(
  runner: SqlRunner,
  store: StoreName,
  schema: string,
  vault: KeyVault,
): Promise<RootSecret | undefined> {
  const [row] = await runner.query(
    `select kek_id as "kekId", wrapped from ${schema}.secrets where name = 'root'`,
  );
  if (row === undefined) return undefined;
  const { kekId, wrapped } = secretRow.parse(row);
  const secret = await vault.unwrap({ keyId: kekId, blob: wrapped }, contextOf(store, vault)).catch(cause => {
    throw new BaseError('KEYS_INVALID', `The keys are not those of the data in ${schema}`, {
      details: 'Nothing was changed. Restore the keys that the data was made with.',
      cause,
    });
  });
  return rootSecret(secret);
}

function rootSecret(secret: Uint8Array): RootSecret {
  const derive = (purpose: string) =>
    new Uint8Array(hkdfSync('sha256', secret, new Uint8Array(), `latchkit ${purpose}`, 32));
  const pepper = derive('blind index');
  return {
    derive,
    index: (kind, value) => createHmac('sha256', pepper).update(`${kind}|${value}`).digest('base64url'),
  };
}

function contextOf(store: StoreName, vault: KeyVault): string {
  return rowContext({ store, table: 'secrets', column: 'wrapped', rowId: 'root' }, vault.id);
}
