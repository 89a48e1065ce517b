import {
  type EvmAccountType,
  evmAccountType,
  PORTAL_PROJECT,
  recoveryMode,
  type WalletAccount,
  type WalletAddresses,
} from 'latchkit/protocol';
import * as z from 'zod';
import type { SealedStore } from '../../../platform/keyvault/openSealedStore.js';
import type { SqlRow, SqlRunner } from '../../../platform/ports/Database.js';
import type { Session } from '../../shared/Session.js';
import { walletError } from '../../shared/walletError.js';
import { WALLET_TIMES } from '../../shared/walletLimits.js';
import type { WayIn } from '../../shared/waysIn/WayIn.js';
import { lockUser } from '../auth/users.js';

const walletRow = z.object({
  id: z.string(),
  userId: z.string(),
  state: z.enum(['draft', 'new', 'active', 'old']),
  epoch: z.number(),
  seedCt: z.instanceof(Uint8Array),
  dekId: z.string(),
  evm: z.string(),
  owner: z.string(),
  solana: z.string(),
  recoveryVersion: z.number().nullable(),
  recoveryMode,
  preferredAccount: evmAccountType,
  isAccountChosen: z.boolean(),
  retiredAt: z.date().nullable(),
});

/** A wallet in the wallet service's store. */
export type Wallet = z.infer<typeof walletRow>;

const COLUMNS = `id, user_id as "userId", state, epoch, seed_ct as "seedCt", dek_id as "dekId", evm_address as evm,
  owner_address as owner, solana_address as solana, recovery_version as "recoveryVersion", recovery_mode as "recoveryMode",
  preferred_account as "preferredAccount", account_chosen as "isAccountChosen", retired_at as "retiredAt"`;

const fromRow = (row: SqlRow | undefined) => row && walletRow.parse(row);

/** The preferred account of a new wallet. */
export const NEW_WALLET_ACCOUNT: EvmAccountType = 'smartAccount';

/** Returns the user's active wallet, or undefined. */
export async function walletOf(
  { schema }: SealedStore,
  runner: SqlRunner,
  userId: string,
): Promise<Wallet | undefined> {
  const [row] = await runner.query(
    `select ${COLUMNS} from ${schema}.wallets where user_id = $1 and state = 'active'`,
    [userId],
  );
  return fromRow(row);
}

/** Returns the wallet that the user moves to or moved from, or undefined. */
export async function secondWalletOf(
  { schema }: SealedStore,
  runner: SqlRunner,
  userId: string,
): Promise<Wallet | undefined> {
  const [row] = await runner.query(
    `select ${COLUMNS} from ${schema}.wallets where user_id = $1 and state in ('new', 'old')`,
    [userId],
  );
  return fromRow(row);
}

/** Finds a wallet of the user, or an unexpired draft. */
export async function ownWallet(
  { schema }: SealedStore,
  runner: SqlRunner,
  userId: string,
  id: string,
): Promise<Wallet | undefined> {
  const [row] = await runner.query(
    `select ${COLUMNS} from ${schema}.wallets
     where id = $1 and user_id = $2 and (state <> 'draft' or created_at > $3)`,
    [id, userId, new Date(Date.now() - WALLET_TIMES.draft)],
  );
  return fromRow(row);
}

/**
 * The wallet that a session names, or the active one. Only the portal moves assets between the two wallets of a user: everyone else has
 * the active one.
 *
 * @throws HttpError 404 `WALLET_NOT_FOUND`.
 */
export async function requireWallet(
  store: SealedStore,
  runner: SqlRunner,
  { userId, projectId }: Pick<Session, 'userId' | 'projectId'>,
  id: string | undefined,
): Promise<Wallet> {
  const wallet = await (id === undefined
    ? walletOf(store, runner, userId)
    : ownWallet(store, runner, userId, id));
  const isSecond = wallet?.state === 'new' || wallet?.state === 'old';
  if (wallet === undefined || (isSecond && projectId !== PORTAL_PROJECT))
    throw walletError('WALLET_NOT_FOUND');
  return wallet;
}

/** The values of a new draft. */
export interface Draft {
  readonly id: string;
  readonly userId: string;
  readonly sealedSeed: string;
  readonly addresses: WalletAddresses;
}

/**
 * Stores a draft, and deletes expired drafts.
 *
 * @returns false if a wallet with this id exists.
 */
export async function addDraft(
  { schema, envelope }: SealedStore,
  runner: SqlRunner,
  _way: WayIn,
  { id, userId, sealedSeed, addresses }: Draft,
): Promise<boolean> {
  await runner.query(`delete from ${schema}.wallets where state = 'draft' and created_at < $1`, [
    new Date(Date.now() - WALLET_TIMES.draft),
  ]);
  const { ciphertext, dekId } = await envelope.seal(
    runner,
    seedPlace(id, 1),
    Buffer.from(sealedSeed, 'utf8'),
  );
  const rows = await runner.query(
    `insert into ${schema}.wallets
       (id, user_id, state, epoch, seed_ct, dek_id, evm_address, owner_address, solana_address, created_at,
        preferred_account, account_chosen)
     values ($1, $2, 'draft', 1, $3, $4, $5, $6, $7, $8, $9, false) on conflict (id) do nothing returning 1`,
    [
      id,
      userId,
      ciphertext,
      dekId,
      addresses.evm,
      addresses.owner,
      addresses.solana,
      new Date(),
      NEW_WALLET_ACCOUNT,
    ],
  );
  return rows.length > 0;
}

/** Draft → wallet. Returns false if the draft expired or the user has a wallet. The unique index decides races. */
export async function activate(
  store: SealedStore,
  runner: SqlRunner,
  _way: WayIn,
  { id, userId }: Wallet,
  recoveryVersion: number,
): Promise<boolean> {
  // One at a time per user: two concurrent calls would otherwise deadlock on each other's drafts.
  await lockUser(store, runner, userId);
  const { schema } = store;
  const rows = await runner.query(
    `update ${schema}.wallets w set state = 'active', recovery_version = $3
     where id = $1 and user_id = $2 and state = 'draft'
       and not exists (select 1 from ${schema}.wallets o where o.user_id = $2 and o.state = 'active')
     returning 1`,
    [id, userId, recoveryVersion],
  );
  if (rows.length === 0) return false;
  await runner.query(`delete from ${schema}.wallets where user_id = $1 and state = 'draft'`, [userId]);
  return true;
}

/**
 * Draft → the wallet that the user moves to. Returns false if it is no draft any more. The caller holds the lock of the user, who has
 * no second wallet.
 */
export async function keepSecond(
  { schema }: SealedStore,
  runner: SqlRunner,
  _way: WayIn,
  { id, userId }: Wallet,
): Promise<boolean> {
  const rows = await runner.query(
    `update ${schema}.wallets set state = 'new' where id = $1 and state = 'draft' returning 1`,
    [id],
  );
  if (rows.length === 0) return false;
  await runner.query(`delete from ${schema}.wallets where user_id = $1 and state = 'draft'`, [userId]);
  return true;
}

/** Makes the second wallet the active one, and the active one the old one. The caller holds the lock of the user. */
export async function exchangeWallets(
  { schema }: SealedStore,
  runner: SqlRunner,
  _way: WayIn,
  { active, second, locale }: { readonly active: Wallet; readonly second: Wallet; readonly locale: string },
): Promise<void> {
  // One after the other, because the index allows one active wallet.
  await runner.query(
    `update ${schema}.wallets set state = 'old', retired_at = $2, reminder_locale = $3 where id = $1`,
    [active.id, new Date(), locale],
  );
  await runner.query(
    `update ${schema}.wallets set state = 'active', retired_at = null, reminder_locale = null, preferred_account = $2,
       account_chosen = $3
     where id = $1`,
    [second.id, active.preferredAccount, active.isAccountChosen],
  );
}

/** Stores the account that the user chose for their wallet. Returns false if the user has no wallet. */
export async function setPreferredAccount(
  { schema }: SealedStore,
  runner: SqlRunner,
  userId: string,
  type: EvmAccountType,
): Promise<boolean> {
  const rows = await runner.query(
    `update ${schema}.wallets set preferred_account = $2, account_chosen = true
     where user_id = $1 and state = 'active' returning 1`,
    [userId, type],
  );
  return rows.length > 0;
}

/** Raises the epoch by one. Returns false if another call did so first. */
export async function raiseEpoch(
  { schema, envelope }: SealedStore,
  runner: SqlRunner,
  _way: WayIn,
  { id, epoch }: Wallet,
  sealedSeed: string,
  recoveryVersion: number,
): Promise<boolean> {
  const next = epoch + 1;
  const bytes = Buffer.from(sealedSeed, 'utf8');
  const { ciphertext, dekId } = await envelope.seal(runner, seedPlace(id, next), bytes);
  const rows = await runner.query(
    `update ${schema}.wallets set epoch = $2, seed_ct = $3, dek_id = $4, recovery_version = $5
     where id = $1 and epoch = $6 and state = 'active' returning 1`,
    [id, next, ciphertext, dekId, recoveryVersion, epoch],
  );
  return rows.length > 0;
}

/** Returns the seed of a wallet as the wallet page encrypted it. */
export async function sealedSeedOf(
  { envelope }: SealedStore,
  runner: SqlRunner,
  wallet: Wallet,
): Promise<string> {
  const sealed = { dekId: wallet.dekId, ciphertext: wallet.seedCt };
  const bytes = await envelope.open(runner, seedPlace(wallet.id, wallet.epoch), sealed);
  return Buffer.from(bytes).toString('utf8');
}

/** The part of a wallet that its user receives. */
export function accountOf({ id, epoch, evm, owner, solana, recoveryVersion }: Wallet): WalletAccount {
  return { walletId: id, epoch, addresses: { evm, owner, solana }, recoveryVersion };
}

const seedPlace = (id: string, epoch: number) => ({
  table: 'wallets',
  column: 'seed_ct',
  rowId: id,
  walletId: id,
  epoch,
});
