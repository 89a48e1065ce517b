/** Where a ciphertext belongs. It opens there only. */
export interface RowContext {
  /** `a`: the gateway's store, `b`: the vault's. */
  readonly store: StoreName;
  readonly table: string;
  readonly column: string;
  readonly rowId: string;
  /** Empty for what belongs to no wallet. */
  readonly walletId?: string;
  readonly epoch?: number;
}

/** The two stores of the wallet: the gateway's and the vault's. */
export type StoreName = 'a' | 'b';

/** The context as text: authenticated with every ciphertext. */
export function rowContext(
  { store, table, column, rowId, walletId = '', epoch = 0 }: RowContext,
  keyId: string,
): string {
  return ['lk1', store, table, column, rowId, walletId, epoch, keyId].join('|');
}
