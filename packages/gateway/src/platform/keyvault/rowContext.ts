/** The location of a ciphertext, the only one where it can be decrypted. */
export interface RowContext {
  /** `a`: the wallet service's store, `b`: the vault's. */
  readonly store: StoreName;
  readonly table: string;
  readonly column: string;
  readonly rowId: string;
  /** Empty for data that belongs to no wallet. */
  readonly walletId?: string;
  readonly epoch?: number;
}

/** The two stores of the wallet: the wallet service's and the vault's. */
export type StoreName = 'a' | 'b';

/** Serializes the context, which authenticates every ciphertext. */
export function rowContext(
  { store, table, column, rowId, walletId = '', epoch = 0 }: RowContext,
  keyId: string,
): string {
  return ['lk1', store, table, column, rowId, walletId, epoch, keyId].join('|');
}
