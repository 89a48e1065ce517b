import { randomBytes } from 'node:crypto';
import { BaseError } from 'latchkit/protocol';
import * as z from 'zod';
import type { Database, SqlRunner } from '../ports/Database.js';
import type { KeyVault } from '../ports/KeyVault.js';
import { open, seal } from './aead.js';
import { type RowContext, rowContext, type StoreName } from './rowContext.js';
import { uuidv7 } from './uuidv7.js';

/** Data keys that are kept in memory, and for how many milliseconds. */
const MAX_KEPT = 1_000;
const KEPT_FOR = 300_000;

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
  /** The key that wrapped it first: part of what its rows belong to, so that wrapping it anew leaves them alone. */
  readonly bornKekId: string;
}

/** A ciphertext, and the data key that opens it. */
export interface Sealed {
  readonly dekId: string;
  readonly ciphertext: Uint8Array;
}

/** Where a ciphertext of this store belongs. */
export type Place = Omit<RowContext, 'store'>;

/** Envelope encryption of one store: a data key for each wallet, and one for what belongs to none. */
export interface Envelope {
  /** Seals under the data key of the place's wallet, which is made when it is first needed. */
  seal(runner: SqlRunner, place: Place, bytes: Uint8Array): Promise<Sealed>;
  /** @throws BaseError `KEY_REFUSED` when the ciphertext is of another place. */
  open(runner: SqlRunner, place: Place, sealed: Sealed): Promise<Uint8Array>;
  /** Wraps data keys anew with the vault's current key; what they sealed stays as it is. Answers how many. */
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
    if (made === undefined) throw new Error('The data key is gone');
    return unwrapped(made);
  };
  const byId = async (runner: SqlRunner, id: string): Promise<Dek> => {
    const found = kept.get(id);
    if (found && found.until > Date.now()) return found.dek;
    const [row] = await runner.query(`select ${COLUMNS} from ${schema}.deks where id = $1`, [id]);
    if (row === undefined) throw new BaseError('KEY_REFUSED', 'The data key is not here');
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
      const old = await database.query(`select ${COLUMNS} from ${schema}.deks where kek_id <> $1`, [
        vault.currentKeyId(),
      ]);
      for (const row of old.map(row => dekRow.parse(row))) {
        const dek = await unwrapped(row);
        const { keyId, blob } = await vault.wrap(dek.key, contextOf(row.id, row.walletId));
        await database.query(
          `update ${schema}.deks set kek_id = $2, wrapped = $3 where id = $1 and kek_id = $4`,
          [row.id, keyId, blob, row.kekId],
        );
      }
      return old.length;
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
