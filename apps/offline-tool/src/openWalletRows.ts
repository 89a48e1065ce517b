import { type OfflineWallet, openShares } from '@latchkit/keyring';
import { base64urlnopad } from '@scure/base';
import type { KeyFile, WalletRows } from './WalletRows.js';

/** Bytes of a nonce (NIST SP 800-38D). */
const NONCE = 12;

type Bytes = Uint8Array<ArrayBuffer>;
type Row = WalletRows['a']['seed'];

/**
 * Opens a wallet with its rows of both stores and the key files of both.
 *
 * @throws if a key, a row or an address does not match.
 */
export async function openWalletRows(
  rows: WalletRows,
  keys: { readonly a: KeyFile; readonly b: KeyFile },
): Promise<OfflineWallet> {
  const { walletId, epoch, addresses } = rows;
  const open = (store: 'a' | 'b', table: string, column: string, row: Row) =>
    openRow(rows, keys[store], { store, table, column, row });
  return openShares({
    account: { walletId, epoch, addresses },
    sealedSeed: new TextDecoder().decode(await open('a', 'wallets', 'seed_ct', rows.a.seed)),
    walletServiceShare: await open('a', 'share_sets', 'half_ct', rows.a.share),
    vaultShare: await open('b', 'recovery', 'half_ct', rows.b.share),
  });
}

interface Place {
  readonly store: 'a' | 'b';
  readonly table: string;
  readonly column: string;
  readonly row: Row;
}

/** Opens the row's data key with the store's key, and the row with the data key. */
async function openRow(
  rows: WalletRows,
  { keys }: KeyFile,
  { store, table, column, row }: Place,
): Promise<Bytes> {
  const { walletId, epoch } = rows;
  const { deks, keyVault } = rows[store];
  const dek = deks.find(({ id }) => id === row.dekId);
  const key = keys.find(({ kid }) => kid === dek?.kekId)?.k;
  if (dek === undefined || key === undefined) throw new Error('The key file is not the one of these rows');
  const wrapping = ['lk1', store, 'deks', 'wrapped', dek.id, dek.walletId ?? '', 0, keyVault, dek.kekId];
  const dataKey = await decrypt(bytesOf(key), bytesOf(dek.wrapped), wrapping);
  const place = ['lk1', store, table, column, row.rowId, walletId, epoch, dek.bornKekId];
  return decrypt(dataKey, bytesOf(row.ciphertext), place);
}

/** @param context - Where the ciphertext was stored; it opens nowhere else. */
async function decrypt(key: Bytes, sealed: Bytes, context: readonly (string | number)[]): Promise<Bytes> {
  const aes = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['decrypt']);
  const parameters = {
    name: 'AES-GCM',
    iv: sealed.subarray(0, NONCE),
    additionalData: new TextEncoder().encode(context.join('|')),
  };
  return new Uint8Array(await crypto.subtle.decrypt(parameters, aes, sealed.subarray(NONCE)));
}

const bytesOf = (text: string): Bytes => Uint8Array.from(base64urlnopad.decode(text));
