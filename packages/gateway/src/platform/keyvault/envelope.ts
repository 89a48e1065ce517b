import { randomBytes } from 'node:crypto';
import { BaseError } from 'latchkit/protocol';
import * as z from 'zod';
import type { Database, SqlRunner } from '../ports/Database.js';
import type { KeyVault } from '../ports/KeyVault.js';
import { uuidv7 } from '../uuidv7.js';
import { open, seal } from './aead.js';
import { type RowContext, rowContext, type StoreName } from './rowContext.js';

/** Number of data keys in the memory cache, and their lifetime in milliseconds. */
const MAX_KEPT = 1_000;
const KEPT_FOR = 300_000;

/** Data keys that are in memory at once while they are rewrapped. */
const REWRAPPED_AT_ONCE = 500;

const dekRow = z.object({
  id: z.string(),
  walletId: z.string().nullable(),
  kekId: z.string(),
  bornKekId: z.string(),
  wrapped: z.instanceof(Uint8Array),
});
type DekRow = z.infer<typeof dekRow>;

interface Dek {
  readonly id: string;
  readonly key: Uint8Array;
  /** The key that wrapped it first. It is part of the context of its rows, so that rewrapping does not change them. */
  readonly bornKekId: string;
}

/** A ciphertext and the id of its data key. */
export interface Sealed {
  readonly dekId: string;
  readonly ciphertext: Uint8Array;
}

/** The location of a ciphertext in this store. */
export type Place = Omit<RowContext, 'store'>;

/** Envelope encryption of one store: a data key per wallet, and one for data that belongs to no wallet. */
export interface Envelope {
  /** Encrypts with the data key of the place's wallet, which is created on first use. */
  seal(runner: SqlRunner, place: Place, bytes: Uint8Array): Promise<Sealed>;
  /** @throws BaseError `KEY_REFUSED` if the ciphertext belongs to another place. */
  open(runner: SqlRunner, place: Place, sealed: Sealed): Promise<Uint8Array>;
  /** Rewraps data keys with the vault's current key, without changing the data. Returns their number. */
  rewrap(database: Database): Promise<number>;
}

/** The envelope of a store whose data keys are in `schema.deks`. */
export function envelope(store: StoreName, schema: string, vault: KeyVault): Envelope {
  const kept = new Map<string, { readonly dek: Dek; readonly until: number }>();
  const keep = (dek: Dek): Dek => {
    kept.delete(dek.id);
    if (kept.size >= MAX_KEPT) kept.delete(kept.keys().next().value ?? dek.id);
    kept.set(dek.id, { dek, until: Date.now() + KEPT_FOR });
    return dek;
  };
  const contextOf = (id: string, walletId: string | null) =>
    rowContext({ store, table: 'deks', column: 'wrapped', rowId: id, walletId: walletId ?? '' }, vault.id);

  const unwrapped = async (row: DekRow): Promise<Dek> => {
    const { id, walletId, kekId, bornKekId, wrapped } = row;
    const found = kept.get(id);
    if (found && found.until > Date.now()) return found.dek;
    const key = await vault.unwrap({ keyId: kekId, blob: wrapped }, contextOf(id, walletId));
    return keep({ id, key, bornKekId });
  };
  const ofWallet = async (runner: SqlRunner, walletId: string | null): Promise<Dek> => {
    const before = await byWallet(runner, schema, walletId);
    if (before) return unwrapped(before);
    const id = uuidv7();
    const { keyId, blob } = await vault.wrap(randomBytes(32), contextOf(id, walletId));
    await runner.query(
      `insert into ${schema}.deks (id, wallet_id, kek_id, born_kek_id, wrapped) values ($1, $2, $3, $3, $4)
       on conflict do nothing`,
      [id, walletId, keyId, blob],
    );
    const made = await byWallet(runner, schema, walletId);
    if (made === undefined) throw new Error('The data key was not found after it was added');
    return unwrapped(made);
  };
  const byId = async (runner: SqlRunner, id: string): Promise<Dek> => {
    const found = kept.get(id);
    if (found && found.until > Date.now()) return found.dek;
    const [row] = await runner.query(`select ${COLUMNS} from ${schema}.deks where id = $1`, [id]);
    if (row === undefined) throw new BaseError('KEY_REFUSED', 'The data key does not exist in this store');
    return unwrapped(dekRow.parse(row));
  };
  return {
    async seal(runner, place, bytes) {
      const dek = await ofWallet(runner, place.walletId ?? null);
      return {
        dekId: dek.id,
        ciphertext: seal(dek.key, bytes, rowContext({ store, ...place }, dek.bornKekId)),
      };
    },
    async open(runner, place, { dekId, ciphertext }) {
      const dek = await byId(runner, dekId);
      return open(dek.key, ciphertext, rowContext({ store, ...place }, dek.bornKekId));
    },
    async rewrap(database) {
      for (let count = 0; ; ) {
        const old = await database.query(
          `select ${COLUMNS} from ${schema}.deks where kek_id <> $1 limit ${REWRAPPED_AT_ONCE}`,
          [vault.currentKeyId()],
        );
        for (const row of old.map(row => dekRow.parse(row))) {
          const dek = await unwrapped(row);
          const { keyId, blob } = await vault.wrap(dek.key, contextOf(row.id, row.walletId));
          await database.query(
            `update ${schema}.deks set kek_id = $2, wrapped = $3 where id = $1 and kek_id = $4`,
            [row.id, keyId, blob, row.kekId],
          );
        }
        count += old.length;
        if (old.length < REWRAPPED_AT_ONCE) return count;
      }
    },
  };
}

const COLUMNS = 'id, wallet_id as "walletId", kek_id as "kekId", born_kek_id as "bornKekId", wrapped';

async function byWallet(
  runner: SqlRunner,
  schema: string,
  walletId: string | null,
): Promise<DekRow | undefined> {
  const [row] = await runner.query(
    `select ${COLUMNS} from ${schema}.deks where wallet_id is not distinct from $1::uuid`,
    [walletId],
  );
  return row && dekRow.parse(row);
}
