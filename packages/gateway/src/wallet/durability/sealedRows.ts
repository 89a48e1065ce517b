import { open, seal } from '../../platform/keyvault/aead.js';
import type { RootSecret } from '../../platform/keyvault/rootSecret.js';
import type { StoreName } from '../../platform/keyvault/rowContext.js';

/** One row of a store at one moment, as the other store keeps it. */
export interface MirroredRow {
  readonly table: string;
  /** JSON of the primary key's values. */
  readonly key: string;
  /** Decimal digits: the order of the row's changes. */
  readonly seq: string;
  /** The row as JSON; null: it was deleted. */
  readonly content: string | null;
}

/** The same, encrypted for the place of the row. */
export interface SealedRow extends Omit<MirroredRow, 'content'> {
  /** Base64. */
  readonly sealed: string | null;
}

/** Its rows are wrapped by the key-encryption key already, and open all others. */
export const SECRETS_TABLE = 'secrets';

/** Encrypts a row for the other store, which has no key for it. */
export function sealRow(secret: RootSecret, store: StoreName, { content, ...row }: MirroredRow): SealedRow {
  if (content === null) return { ...row, sealed: null };
  const bytes = Buffer.from(content, 'utf8');
  const sealed =
    row.table === SECRETS_TABLE ? bytes : seal(secret.derive('mirror'), bytes, contextOf(store, row));
  return { ...row, sealed: Buffer.from(sealed).toString('base64') };
}

/**
 * Decrypts a row from the mirror. Returns its JSON.
 *
 * @throws BaseError `KEY_REFUSED` if the row was changed, or belongs to another place or store.
 */
export function openRow(
  secret: RootSecret,
  store: StoreName,
  { sealed, ...row }: Omit<SealedRow, 'sealed'> & { readonly sealed: Uint8Array },
): string {
  return Buffer.from(open(secret.derive('mirror'), sealed, contextOf(store, row))).toString('utf8');
}

function contextOf(store: StoreName, { table, key, seq }: Omit<SealedRow, 'sealed'>): string {
  return JSON.stringify(['lk1', 'mirror', store, table, key, seq]);
}
