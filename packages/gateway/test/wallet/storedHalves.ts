import type { WalletSuite } from './walletSuite.js';

/** Opens the halves of a wallet that one store has, with the store's own keys. */
export async function storedHalves(
  { services, database }: WalletSuite,
  store: 'a' | 'b',
  walletId: string,
): Promise<Buffer[]> {
  const own = services.stores.find(({ name }) => name === store);
  if (own === undefined) throw new Error('The store is missing');
  const isA = store === 'a';
  const rows = await database.query(
    isA
      ? `select id::text as row, epoch, half_ct, dek_id from latchkit_wallet.share_sets where wallet_id = $1`
      : `select wallet_id || '.' || version as row, epoch, half_ct, dek_id from latchkit_vault.recovery where wallet_id = $1`,
    [walletId],
  );
  const opened = rows.map(async ({ row, epoch, half_ct, dek_id }) => {
    const table = isA ? 'share_sets' : 'recovery';
    const place = { table, column: 'half_ct', rowId: String(row), walletId, epoch: Number(epoch) };
    const sealed = { dekId: String(dek_id), ciphertext: half_ct as Uint8Array };
    return Buffer.from(await own.envelope.open(database, place, sealed));
  });
  return Promise.all(opened);
}
