import { BaseError, smartAccountAddress } from 'latchkit/protocol';
import * as z from 'zod';
import type { SqlRunner, SqlValue } from '../platform/ports/Database.js';
import { WALLET_SCHEMA } from './service/walletMigrations.js';
import { VAULT_SCHEMA } from './vault/vaultMigrations.js';

const bytes = z.instanceof(Uint8Array).transform(value => Buffer.from(value).toString('base64url'));

const sealed = z.object({ rowId: z.string(), dekId: z.string(), ciphertext: bytes });

const wallet = z.object({
  walletId: z.string(),
  epoch: z.number(),
  evm: z.string(),
  owner: z.string(),
  solana: z.string(),
  recoveryVersion: z.number(),
  dekId: z.string(),
  ciphertext: bytes,
});

const dek = z.object({
  id: z.string(),
  walletId: z.string().nullable(),
  kekId: z.string(),
  bornKekId: z.string(),
  wrapped: bytes,
});

/** A store and the kind of its key vault, which is part of the context of its data keys. */
interface StoreRows {
  readonly runner: SqlRunner;
  readonly keyVault: string;
}

/**
 * Reads the rows that open one wallet, still encrypted: its seed, both shares of its recovery set, and the wrapped data keys. With the
 * key files of both stores, the offline tool opens the wallet with them.
 *
 * @param address - The wallet's EVM address.
 * @throws BaseError `WALLET_NOT_FOUND`, also for a wallet with a passkey or a password.
 */
export async function readWalletRows(a: StoreRows, b: StoreRows, address: string) {
  const found = await one(
    a.runner,
    wallet,
    `select id as "walletId", epoch, evm_address as evm, owner_address as owner, solana_address as solana,
            recovery_version as "recoveryVersion", dek_id as "dekId", seed_ct as ciphertext
     from ${WALLET_SCHEMA}.wallets where lower(evm_address) = lower($1) and state <> 'draft'`,
    [address],
  );
  const { walletId, epoch, evm, owner, solana, recoveryVersion, ...seed } = found;
  const share = await one(
    a.runner,
    sealed,
    `select id as "rowId", dek_id as "dekId", half_ct as ciphertext from ${WALLET_SCHEMA}.share_sets
     where wallet_id = $1 and epoch = $2 and kind = 'recovery'`,
    [walletId, epoch],
  );
  const vaultShare = await one(
    b.runner,
    sealed,
    `select wallet_id || '.' || version as "rowId", dek_id as "dekId", half_ct as ciphertext
     from ${VAULT_SCHEMA}.recovery where wallet_id = $1 and epoch = $2 and version = $3 and half_ct is not null`,
    [walletId, epoch, recoveryVersion],
    'The wallet is protected with a passkey or a password, without which no copy of the stores opens it',
  );
  return {
    format: 'latchkit-wallet-rows/1',
    walletId,
    epoch,
    addresses: { evm, owner, solana },
    smartAccount: smartAccountAddress(owner),
    a: {
      keyVault: a.keyVault,
      deks: await deksOf(a.runner, WALLET_SCHEMA, seed.dekId, share.dekId),
      seed: { rowId: walletId, ...seed },
      share,
    },
    b: {
      keyVault: b.keyVault,
      deks: await deksOf(b.runner, VAULT_SCHEMA, vaultShare.dekId),
      share: vaultShare,
    },
  };
}

async function deksOf(runner: SqlRunner, schema: string, id: string, other = id) {
  const rows = await runner.query(
    `select id, wallet_id as "walletId", kek_id as "kekId", born_kek_id as "bornKekId", wrapped
     from ${schema}.deks where id in ($1, $2)`,
    [id, other],
  );
  return z.array(dek).parse(rows);
}

async function one<Row>(
  runner: SqlRunner,
  schema: z.ZodType<Row>,
  sql: string,
  values: SqlValue[],
  missing = 'There is no wallet with this address',
): Promise<Row> {
  const [row] = await runner.query(sql, values);
  if (row === undefined) throw new BaseError('WALLET_NOT_FOUND', missing);
  return schema.parse(row);
}
