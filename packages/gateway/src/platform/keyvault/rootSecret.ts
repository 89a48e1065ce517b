import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { BaseError } from 'latchkit/protocol';
import * as z from 'zod';
import type { Database, SqlRunner } from '../ports/Database.js';
import type { KeyVault } from '../ports/KeyVault.js';
import { rowContext, type StoreName } from './rowContext.js';

/** Serializes replicas that start at once, so that only one creates the secret; the letters 'ROOT'. */
const LOCK_KEY = 0x524f4f54;

const secretRow = z.object({ kekId: z.string(), wrapped: z.instanceof(Uint8Array) });

/** One secret of a store, wrapped by its key vault. All other secrets except data keys are derived from it. */
export interface RootSecret {
  /** Derives a 32-byte key for one purpose (RFC 5869). */
  derive(purpose: string): Uint8Array;
  /**
   * Returns a blind index: equal for equal values, and useless without the secret.
   *
   * @param kind - The kind of value: equal values of two kinds have different indexes.
   */
  index(kind: string, value: string): string;
}

/**
 * Reads the root secret of a store, if it has one.
 *
 * @throws BaseError `KEYS_INVALID` if the key vault cannot unwrap it because it belongs to other data.
 */
export async function readRootSecret(
  runner: SqlRunner,
  store: StoreName,
  schema: string,
  vault: KeyVault,
): Promise<RootSecret | undefined> {
  const [table] = await runner.query('select to_regclass($1)::text as name', [`${schema}.secrets`]);
  if (table?.name === null || table === undefined) return undefined;
  return unwrapped(runner, store, schema, vault);
}

/** Wraps the root secret of a store with the vault's current key, if another one wrapped it. */
export async function rewrapRootSecret(
  database: Database,
  store: StoreName,
  schema: string,
  vault: KeyVault,
): Promise<void> {
  const [row] = await database.query(
    `select kek_id as "kekId", wrapped from ${schema}.secrets where name = 'root' and kek_id <> $1`,
    [vault.currentKeyId()],
  );
  if (row === undefined) return;
  const { kekId, wrapped } = secretRow.parse(row);
  const context = contextOf(store, vault);
  const secret = await vault.unwrap({ keyId: kekId, blob: wrapped }, context);
  const { keyId, blob } = await vault.wrap(secret, context);
  await database.query(
    `update ${schema}.secrets set kek_id = $1, wrapped = $2 where name = 'root' and kek_id = $3`,
    [keyId, blob, kekId],
  );
}

/** Reads or creates the root secret of a store. */
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
    if (made === undefined) throw new Error('The root secret was not found after it was added');
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
    throw new BaseError('KEYS_INVALID', `The keys do not match the data in ${schema}`, {
      details: 'Nothing was changed. Restore the keys that encrypted the data.',
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
