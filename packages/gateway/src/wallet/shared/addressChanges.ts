import * as z from 'zod';
import type { SealedStore } from '../../platform/keyvault/openSealedStore.js';
import type { SqlRow, SqlRunner } from '../../platform/ports/Database.js';
import { EMAIL_PROVIDER } from './emailIdentity.js';
import { type Identity, identityIndex, identityProvider } from './identity.js';
import { codeHash, isCode } from './newCode.js';
import type { Caller } from './proveCaller.js';
import { walletError } from './walletError.js';
import { WALLET_ALLOWANCES, WALLET_TIMES } from './walletLimits.js';
import type { WalletParts } from './walletParts.js';

const changeState = z.enum(['asked', 'sent', 'proved', 'prepared', 'committed', 'locked']);

const changeKind = z.enum(['change', 'link', 'approvals', 'removal']);

/** The state of a change in a store. `prepared` occurs in the vault only: the wallet service's commit is missing. */
export type ChangeState = z.infer<typeof changeState>;

const changeRow = z.object({
  txn: z.string(),
  ownerId: z.string().nullable(),
  kind: changeKind,
  jkt: z.string(),
  fromIndex: z.string().nullable(),
  toIndex: z.string(),
  addressesCt: z.instanceof(Uint8Array),
  dekId: z.string(),
  otpHash: z.string().nullable(),
  otpExpiresAt: z.date().nullable(),
  tries: z.number(),
  state: changeState,
  locale: z.string(),
  expiresAt: z.date(),
  markedAt: z.date().nullable(),
});

const addresses = z.object({
  from: z.string().nullable(),
  /** An address, or the user's id at `provider`. */
  to: z.string(),
  provider: identityProvider.default(EMAIL_PROVIDER),
  /** The user's name at the provider. */
  name: z.string().optional(),
});

/** A change of an address, as one of the two services stores it. */
export type AddressChange = Omit<z.infer<typeof changeRow>, 'addressesCt' | 'dekId'> &
  z.infer<typeof addresses>;

const COLUMNS = `txn, owner_id as "ownerId", kind, jkt, from_bidx as "fromIndex", to_bidx as "toIndex",
  addresses_ct as "addressesCt", dek_id as "dekId", otp_h as "otpHash", otp_expires_at as "otpExpiresAt", tries,
  state, locale, expires_at as "expiresAt", marked_at as "markedAt"`;

/** The values of a new change. */
export interface NewAddressChange extends z.input<typeof addresses> {
  readonly txn: string;
  readonly ownerId: string | null;
  readonly kind: z.infer<typeof changeKind>;
  readonly jkt: string;
  readonly locale: string;
}

/** The identity that a change gives to its owner, or takes away. */
export function addedIdentity({ provider, to }: Pick<AddressChange, 'provider' | 'to'>): Identity {
  return { provider, subject: to };
}

/** Stores a change unless it exists. Deletes changes that ended long ago, except prepared ones. */
export async function keepChange(
  store: SealedStore,
  runner: SqlRunner,
  made: NewAddressChange,
): Promise<void> {
  const { schema, envelope } = store;
  const now = Date.now();
  await runner.query(`delete from ${schema}.address_changes where expires_at < $1 and state <> 'prepared'`, [
    // Kept while a change can be reverted, because a later change notifies its old address again.
    new Date(now - WALLET_TIMES.ended - 2 * WALLET_TIMES.revertLink),
  ]);
  const { txn, ownerId, kind, jkt, from, to, provider = EMAIL_PROVIDER, name, locale } = made;
  const text = Buffer.from(JSON.stringify({ from, to, provider, name }), 'utf8');
  const { ciphertext, dekId } = await envelope.seal(runner, place(txn), text);
  await runner.query(
    `insert into ${schema}.address_changes
       (txn, owner_id, jkt, from_bidx, to_bidx, addresses_ct, dek_id, state, locale, created_at, expires_at, kind)
     values ($1, $2, $3, $4, $5, $6, $7, 'asked', $8, $9, $10, $11) on conflict do nothing`,
    [
      ...[
        txn,
        ownerId,
        jkt,
        from === null ? null : indexOf(store, from),
        identityIndex(store, { provider, subject: to }),
        ciphertext,
        dekId,
      ],
      ...[locale, new Date(now), new Date(now + WALLET_TIMES.signIn), kind],
    ],
  );
}

/**
 * Finds an unexpired change of the caller, and locks it for the transaction.
 *
 * @throws HttpError 403 `SIGN_IN_INVALID`.
 */
export async function changeOf(
  store: SealedStore,
  runner: SqlRunner,
  { jkt }: Pick<Caller, 'jkt'>,
  txn: string,
): Promise<AddressChange> {
  const [row] = await runner.query(
    `select ${COLUMNS} from ${store.schema}.address_changes
     where txn = $1 and jkt = $2 and (expires_at > $3 or state in ('prepared', 'committed')) for update`,
    [txn, jkt, new Date()],
  );
  if (row === undefined) throw walletError('SIGN_IN_INVALID');
  return fromRow(store, runner, row);
}

/** Finds a change of any caller, and locks it for the transaction. Undefined if it was deleted. */
export async function ownedChange(
  store: SealedStore,
  runner: SqlRunner,
  txn: string,
): Promise<AddressChange | undefined> {
  const [row] = await runner.query(
    `select ${COLUMNS} from ${store.schema}.address_changes where txn = $1 for update`,
    [txn],
  );
  return row && fromRow(store, runner, row);
}

/** Lists an owner's changes to another address within the given milliseconds, oldest first. */
export async function recentChanges(
  store: SealedStore,
  runner: SqlRunner,
  ownerId: string,
  within: number,
): Promise<readonly AddressChange[]> {
  const rows = await runner.query(
    `select ${COLUMNS} from ${store.schema}.address_changes
     where owner_id = $1 and kind = 'change' and state = 'committed' and marked_at > $2 order by marked_at`,
    [ownerId, new Date(Date.now() - within)],
  );
  const changes: AddressChange[] = [];
  for (const row of rows) changes.push(await fromRow(store, runner, row));
  return changes;
}

/** Locks a reverted change and the owner's later changes, so that none of their links reverts anything. */
export async function lockChangesSince(
  { schema }: SealedStore,
  runner: SqlRunner,
  { txn, ownerId }: Pick<AddressChange, 'txn' | 'ownerId'>,
): Promise<void> {
  await runner.query(
    `update ${schema}.address_changes set state = 'locked' where owner_id = $1
       and created_at >= (select created_at from ${schema}.address_changes where txn = $2)`,
    [ownerId, txn],
  );
}

/** Finds the newest prepared change of an owner, to a login or from an address. */
export async function preparedChange(
  store: SealedStore,
  runner: SqlRunner,
  ownerId: string,
  named: { readonly from: string } | { readonly to: Identity },
): Promise<AddressChange | undefined> {
  const [column, index] =
    'from' in named ? ['from_bidx', indexOf(store, named.from)] : ['to_bidx', identityIndex(store, named.to)];
  const [row] = await runner.query(
    `select ${COLUMNS} from ${store.schema}.address_changes
     where owner_id = $1 and ${column} = $2 and state = 'prepared' order by created_at desc limit 1 for update`,
    [ownerId, index],
  );
  return row && fromRow(store, runner, row);
}

/** Lists the prepared changes of an owner, oldest first, and locks them for the transaction. */
export async function preparedChanges(
  store: SealedStore,
  runner: SqlRunner,
  ownerId: string,
): Promise<readonly AddressChange[]> {
  const rows = await runner.query(
    `select ${COLUMNS} from ${store.schema}.address_changes
     where owner_id = $1 and state = 'prepared' order by created_at for update`,
    [ownerId],
  );
  const changes: AddressChange[] = [];
  for (const row of rows) changes.push(await fromRow(store, runner, row));
  return changes;
}

/** Returns the owner of the prepared change that adds a login, or undefined. */
export async function preparedOwner(
  store: SealedStore,
  runner: SqlRunner,
  added: Identity,
): Promise<string | undefined> {
  const [row] = await runner.query(
    `select owner_id as "ownerId" from ${store.schema}.address_changes
     where to_bidx = $1 and kind = 'link' and state = 'prepared' limit 1`,
    [identityIndex(store, added)],
  );
  return row && z.object({ ownerId: z.string() }).parse(row).ownerId;
}

/**
 * Stores a new code, which invalidates the previous one.
 *
 * @param code - Undefined: no code is valid.
 * @returns whether the change still expects a code.
 */
export async function putChangeCode(
  store: SealedStore,
  { txn }: Pick<AddressChange, 'txn'>,
  code: string | undefined,
): Promise<boolean> {
  const now = Date.now();
  const hash = code === undefined ? null : codeHash(store, txn, code);
  const rows = await store.database.query(
    `update ${store.schema}.address_changes set state = 'sent', otp_h = $2, otp_expires_at = $3
     where txn = $1 and state in ('asked', 'sent') and expires_at > $4 returning 1`,
    [txn, hash, new Date(now + WALLET_TIMES.code), new Date(now)],
  );
  return rows.length > 0;
}

/**
 * Verifies the code of a change. The same code again returns the same result, in case the response was lost.
 *
 * @param proves - The address whose wrong codes are counted across all changes.
 * @throws HttpError 403 `OTP_INVALID`, `OTP_EXPIRED`, `LOCKED` or `SIGN_IN_INVALID`.
 */
export async function proveChange(
  parts: WalletParts,
  caller: Caller,
  { txn, otp }: { readonly txn: string; readonly otp: string },
  proves: 'from' | 'to',
): Promise<AddressChange> {
  const { store, counters } = parts;
  const { database, schema } = store;
  // Counted before the code is checked, so that parallel attempts cannot exceed the limit.
  const [row] = await database.query(
    `update ${schema}.address_changes set tries = tries + 1
     where txn = $1 and state in ('sent', 'proved') and tries < $2 and expires_at > $3 returning ${COLUMNS}`,
    [txn, WALLET_ALLOWANCES.triesOfSignIn, new Date()],
  );
  if (row === undefined) throw walletError((await isLocked(store, txn)) ? 'LOCKED' : 'OTP_INVALID');
  const change = await fromRow(store, database, row);
  const index = (proves === 'from' ? change.fromIndex : change.toIndex) ?? '';
  const { count, window } = WALLET_ALLOWANCES.wrongCodes;
  const reserved = await counters.reserve(wrongCodesOf(index), count, window);
  if (reserved === undefined) throw walletError('LOCKED');
  if (change.jkt !== caller.jkt || !isCode(store, change.txn, change.otpHash, otp)) {
    await lockChange(store, txn);
    throw walletError('OTP_INVALID');
  }
  await reserved.giveBack();
  if (change.state === 'proved') return change;
  if ((change.otpExpiresAt?.getTime() ?? 0) <= Date.now()) throw walletError('OTP_EXPIRED');
  const proved = await database.query(
    `update ${schema}.address_changes set state = 'proved', tries = 0
     where txn = $1 and state in ('sent', 'proved') and otp_h = $2 returning 1`,
    [txn, change.otpHash],
  );
  if (proved.length === 0) throw walletError('OTP_INVALID');
  return { ...change, state: 'proved' };
}

/** Refuses changes of an address with too many wrong codes. */
export async function refuseLockedAddress({ counters }: WalletParts, index: string): Promise<void> {
  const { count } = WALLET_ALLOWANCES.wrongCodes;
  if ((await counters.read(wrongCodesOf(index))) >= count) throw walletError('LOCKED');
}

/** Sets the state of a change and its time. */
export async function markChange(
  { schema }: SealedStore,
  runner: SqlRunner,
  { txn }: Pick<AddressChange, 'txn'>,
  state: ChangeState,
): Promise<void> {
  await runner.query(`update ${schema}.address_changes set state = $2, marked_at = $3 where txn = $1`, [
    txn,
    state,
    new Date(),
  ]);
}

async function fromRow(store: SealedStore, runner: SqlRunner, row: SqlRow): Promise<AddressChange> {
  const { addressesCt, dekId, ...change } = changeRow.parse(row);
  const bytes = await store.envelope.open(runner, place(change.txn), { dekId, ciphertext: addressesCt });
  return { ...change, ...addresses.parse(JSON.parse(Buffer.from(bytes).toString('utf8'))) };
}

async function isLocked({ database, schema }: SealedStore, txn: string): Promise<boolean> {
  const rows = await database.query(
    `select 1 from ${schema}.address_changes where txn = $1 and state = 'locked'`,
    [txn],
  );
  return rows.length > 0;
}

async function lockChange({ database, schema }: SealedStore, txn: string): Promise<void> {
  await database.query(
    `update ${schema}.address_changes set state = 'locked', otp_h = null
     where txn = $1 and state = 'sent' and tries >= $2`,
    [txn, WALLET_ALLOWANCES.triesOfSignIn],
  );
}

const indexOf = ({ secret }: SealedStore, email: string) => secret.index('email', email);
const wrongCodesOf = (index: string) => `wrong change codes:${index}`;
const place = (txn: string) => ({ table: 'address_changes', column: 'addresses_ct', rowId: txn });
