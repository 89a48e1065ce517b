import { type Locale, matchLocale, PROVIDER_NAMES } from 'latchkit/protocol';
import type { SealedStore } from '../../platform/keyvault/openSealedStore.js';
import type { SqlRunner } from '../../platform/ports/Database.js';
import {
  type AddressChange,
  addedIdentity,
  changeOf,
  keepChange,
  markChange,
  preparedChange,
  preparedChanges,
  preparedOwner,
  proveChange,
  putChangeCode,
  recentChanges,
} from '../shared/addressChanges.js';
import { type ChangeClaims, readChange, requireSame, signChange } from '../shared/changeTokens.js';
import { EMAIL_PROVIDER, identityHash, normalEmail } from '../shared/emailIdentity.js';
import { hostOf } from '../shared/hostOf.js';
import { emailIdentity, type Identity } from '../shared/identity.js';
import { newCode } from '../shared/newCode.js';
import type { Caller } from '../shared/proveCaller.js';
import { refuseFrozen } from '../shared/refuseFrozen.js';
import { requireConsent } from '../shared/requireConsent.js';
import { requireStanding } from '../shared/requireStanding.js';
import { settledDeviceRequired, walletError } from '../shared/walletError.js';
import { WALLET_TIMES } from '../shared/walletLimits.js';
import type { WalletParts } from '../shared/walletParts.js';
import { usedWay } from '../shared/waysIn/WayIn.js';
import { WAYS_IN } from '../shared/waysIn/waysIn.js';
import { addFreezeLink } from './freezeLinks.js';
import {
  approvalAddressOf,
  linkIdentity,
  moveSubject,
  subjectEmail,
  subjectOf,
  subjectOfWallet,
} from './subjects.js';
import { takeMail } from './takeMail.js';

/** The request that starts a change of the address at the vault. */
export interface ChangeAsked {
  readonly updateReceipt: string;
  readonly consent: string;
  readonly currentEmail: string;
  readonly email: string;
  readonly locale?: Locale | undefined;
}

/**
 * Sends a code to the current address, the one that the vault knows. Without that code nothing changes here, whatever the
 * wallet service says. No email is sent unless the user consented to the change.
 *
 * @throws HttpError 403 `GRANT_INVALID`, `CONSENT_INVALID`, `SIGN_IN_INVALID` or `ACCOUNT_MISMATCH`, 429, 503
 *   `MAIL_UNAVAILABLE`.
 */
export async function sendToOldAddress(parts: WalletParts, caller: Caller, asked: ChangeAsked) {
  const { store, mails } = parts;
  const { jkt } = caller;
  const [from, to] = [normalEmail(asked.currentEmail), normalEmail(asked.email)];
  const claims = await readChange(parts, 'updateReceipt', asked.updateReceipt);
  const { txn } = claims;
  requireSame(claims, { txn, jkt, from, to });
  // Of a user without a wallet, nothing is destroyed.
  if (claims.walletId != null) requireStanding('changeEmail', claims.standing);
  await requireConsent(caller, asked.consent, { txn, from, to });
  await takeMail(parts, from);
  const locale = matchLocale(asked.locale);
  await store.database.transaction(async runner => {
    const ownerId = (await ownerOf(store, runner, claims, from)) ?? null;
    await keepChange(store, runner, { txn, ownerId, kind: 'change', jkt, from, to, locale });
    // A wallet service that signs two receipts for one change must not use the code of one address to change another.
    requireSame(claims, await changeOf(store, runner, caller, txn));
  });
  const code = newCode();
  if (!(await putChangeCode(store, { txn }, code))) throw walletError('SIGN_IN_INVALID');
  const values = { host: hostOf(caller.hostOrigin), email: to };
  const link = await addFreezeLink(parts, { email: from, locale, subjectId: null });
  await mails.send({ kind: 'primary', to: from, locale, values, code, link });
  return { retryAfter: WALLET_TIMES.cooldown / 1_000 };
}

/**
 * Verifies the code of the current address and grants that the wallet service sends one to the new address.
 *
 * @throws HttpError 403 `OTP_INVALID`, `OTP_EXPIRED` or `LOCKED`.
 */
export async function verifyOldAddress(
  parts: WalletParts,
  caller: Caller,
  asked: { readonly txn: string; readonly otp: string },
) {
  const change = await proveChange(parts, caller, asked, 'from');
  // The code of an approval address changes no login.
  if (change.kind === 'approvals' || change.from === null) throw walletError('SIGN_IN_INVALID');
  return { primaryGrant: await signChange(parts, 'primaryGrant', change) };
}

/**
 * Prepares the wallet service's commit once both addresses are verified. Notifies the old address, and earlier ones whose own
 * change can still be reverted. A repeated call returns the same response.
 *
 * @param isProved - Whether the added identity is verified. Default: an address is, by the wallet service.
 * @throws HttpError 403 `GRANT_INVALID`, `SETTLED_DEVICE_REQUIRED`, `SIGN_IN_INVALID` or `EMAIL_TAKEN`.
 */
export async function prepareChange(
  parts: WalletParts,
  caller: Caller,
  secondaryReceipt: string,
  isProved: (change: AddressChange) => boolean = ({ provider }) => provider === EMAIL_PROVIDER,
) {
  const { store } = parts;
  const claims = await readChange(parts, 'secondaryReceipt', secondaryReceipt);
  const { change, isFirst } = await store.database.transaction(async runner => {
    const found = await changeOf(store, runner, caller, claims.txn);
    requireSame(claims, found);
    if (found.kind === 'approvals') throw walletError('SIGN_IN_INVALID');
    if (found.kind === 'removal') throw walletError('SIGN_IN_INVALID');
    if (!isProved(found)) throw walletError('GRANT_INVALID');
    if (found.state === 'prepared' || found.state === 'committed') return { change: found, isFirst: false };
    if (found.state !== 'proved') throw walletError('SIGN_IN_INVALID');
    await reserve(store, runner, found, new Date(claims.iat * 1_000));
    await markChange(store, runner, found, 'prepared');
    const subject = found.ownerId ?? found.txn;
    await store.audit.append({ action: 'email.prepare', subject, actor: caller.jkt }, runner);
    return { change: found, isFirst: true };
  });
  if (isFirst) await tellOldAddresses(parts, caller, change);
  return { preparedGrant: await signChange(parts, 'preparedGrant', change) };
}

/** Each gets a link that restores it as the wallet's address, whatever was changed since. */
async function tellOldAddresses(parts: WalletParts, caller: Caller, change: AddressChange): Promise<void> {
  const { store, mails } = parts;
  const { ownerId, to } = change;
  if (change.kind === 'link') return tellOfLink(parts, caller, change);
  const values = { host: hostOf(caller.hostOrigin), email: to };
  const earlier =
    ownerId === null ? [] : await recentChanges(store, store.database, ownerId, WALLET_TIMES.revertLink);
  const told = new Set([to]);
  for (const { txn, from, locale: asked } of [...earlier, change]) {
    if (from === null || told.has(from)) continue;
    told.add(from);
    const locale = matchLocale(asked);
    const link = await addFreezeLink(parts, { email: from, locale, subjectId: ownerId, txn });
    await mails.inform({ kind: 'changing', to: from, locale, values, link });
  }
}

/** Every address that the vault knows gets a link that removes the added login. */
async function tellOfLink(parts: WalletParts, caller: Caller, change: AddressChange): Promise<void> {
  const { store, mails } = parts;
  const { ownerId, txn, to: added, provider } = change;
  if (ownerId === null) return;
  const known = [
    await subjectEmail(store, store.database, ownerId),
    await approvalAddressOf(store, store.database, ownerId),
  ];
  const locale = matchLocale(change.locale);
  const login = provider === EMAIL_PROVIDER ? added : PROVIDER_NAMES[provider];
  const values = { host: hostOf(caller.hostOrigin), login };
  for (const to of new Set(known)) {
    if (to === undefined || (provider === EMAIL_PROVIDER && to === added)) continue;
    const link = await addFreezeLink(parts, { email: to, locale, subjectId: ownerId, txn, page: 'unlink' });
    await mails.inform({ kind: 'linking', to, locale, values, link });
  }
}

/**
 * Follows the wallet service, which changed the address. A repeated call changes nothing.
 *
 * @throws HttpError 403 `GRANT_INVALID`, `SIGN_IN_INVALID` or `EMAIL_TAKEN`.
 */
export async function commitChange(parts: WalletParts, caller: Caller, commitReceipt: string): Promise<void> {
  const { store } = parts;
  const claims = await readChange(parts, 'emailCommit', commitReceipt);
  await store.database.transaction(async runner => {
    const change = await changeOf(store, runner, caller, claims.txn);
    requireSame(claims, change);
    if (change.state === 'committed') return;
    if (change.state !== 'prepared') throw walletError('SIGN_IN_INVALID');
    await finish(store, runner, change);
  });
}

/**
 * Commits the prepared change of a subject if the commit never arrived but the wallet service signs the subject in with the
 * new login. Returns false if no change was prepared.
 */
export async function finishPrepared(
  store: SealedStore,
  runner: SqlRunner,
  subjectId: string,
  login: Identity,
): Promise<boolean> {
  const change = await preparedChange(store, runner, subjectId, { to: login });
  if (change === undefined) return false;
  await finish(store, runner, change);
  return true;
}

/**
 * Commits the prepared changes of a subject whose commits never arrived, if a receipt says that the wallet service has their
 * logins. A later change would void them.
 */
export async function followLogins(
  store: SealedStore,
  runner: SqlRunner,
  subjectId: string,
  { txn, logins }: Pick<ChangeClaims, 'txn' | 'logins'>,
): Promise<void> {
  for (const change of await preparedChanges(store, runner, subjectId)) {
    const { provider, to } = change;
    if (logins.includes(identityHash(txn, provider, to))) await finish(store, runner, change);
  }
}

/** Returns the subject that has a login. A login whose commit may be missing belongs to the subject that it was prepared for. */
export async function subjectOfLogin(
  store: SealedStore,
  runner: SqlRunner,
  login: Identity,
): Promise<string | undefined> {
  return (await subjectOf(store, runner, login)) ?? (await preparedOwner(store, runner, login));
}

/**
 * Commits the prepared change of the subject that has this address, if the wallet service reports that the address is free:
 * the wallet service committed the change and the vault did not receive it.
 */
export async function vacate(store: SealedStore, runner: SqlRunner, email: string): Promise<void> {
  const holder = await subjectOf(store, runner, emailIdentity(email));
  const change = holder && (await preparedChange(store, runner, holder, { from: email }));
  if (change) await finish(store, runner, change);
}

async function finish(store: SealedStore, runner: SqlRunner, change: AddressChange): Promise<void> {
  const { ownerId, kind, txn, jkt, from, to, provider } = change;
  await markChange(store, runner, change, 'committed');
  // A late commit counts from its preparation, when the old address was notified.
  const changedAt = change.markedAt ?? new Date();
  const way = WAYS_IN['email.change-vault'];
  if (kind === 'link' && ownerId !== null) {
    if (provider === EMAIL_PROVIDER) await vacate(store, runner, to);
    const link = { subjectId: ownerId, identity: addedIdentity(change), txn, linkedAt: changedAt };
    if (!(await linkIdentity(store, runner, way, link))) throw takenError(change);
  } else if (ownerId !== null && (await subjectEmail(store, runner, ownerId)) === from) {
    await vacate(store, runner, to);
    if (!(await moveSubject(store, runner, way, ownerId, to, changedAt))) throw walletError('EMAIL_TAKEN');
  }
  const action = kind === 'link' ? 'login.link' : 'email.change';
  await store.audit.append({ action, subject: ownerId ?? txn, actor: jkt, meta: usedWay(way) }, runner);
}

/**
 * Ensures that the new address is free and that only one change prepares it, so that it stays clear which change the wallet
 * service committed. The wallet service has one change per user at a time, so an earlier prepared change of this subject is
 * void. So is one for the same address that had expired before the wallet service verified the address again.
 */
async function reserve(store: SealedStore, runner: SqlRunner, change: AddressChange, provedAt: Date) {
  const { schema } = store;
  if (change.ownerId !== null) await refuseFrozen(store, runner, 'subjects', change.ownerId);
  const { txn, ownerId, from, toIndex, to } = change;
  if (ownerId === null && from !== null) await refuseHolder(store, runner, from);
  await runner.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [toIndex]);
  await runner.query(
    `delete from ${schema}.address_changes where txn <> $1 and state = 'prepared'
       and (owner_id = $2 or (to_bidx = $3 and expires_at < $4))`,
    [txn, ownerId, toIndex, provedAt],
  );
  const others = await runner.query(
    `select 1 from ${schema}.address_changes where txn <> $1 and state = 'prepared' and to_bidx = $2`,
    [txn, toIndex],
  );
  if (others.length > 0) throw takenError(change);
  if (ownerId === null) return;
  if (change.provider === EMAIL_PROVIDER) await vacate(store, runner, to);
  const holder = await subjectOf(store, runner, addedIdentity(change));
  if (holder !== undefined && holder !== ownerId) throw takenError(change);
}

/**
 * Refuses a change that started without a wallet if the holder of the address has created one meanwhile. The caller has shown no share
 * of it.
 *
 * @throws HttpError 403 `SETTLED_DEVICE_REQUIRED`.
 */
async function refuseHolder(store: SealedStore, runner: SqlRunner, from: string): Promise<void> {
  const rows = await runner.query(
    `select 1 from ${store.schema}.recovery where subject_id = $1 and confirmed_at is not null limit 1`,
    [(await subjectOf(store, runner, emailIdentity(from))) ?? null],
  );
  if (rows.length > 0) throw settledDeviceRequired(undefined);
}

const takenError = ({ provider }: AddressChange) =>
  walletError(provider === EMAIL_PROVIDER ? 'EMAIL_TAKEN' : 'LOGIN_TAKEN');

/** Returns the wallet's subject, or undefined if the vault stores nothing of this user and has nothing to change. */
async function ownerOf(store: SealedStore, runner: SqlRunner, claims: ChangeClaims, email: string) {
  const { walletId = null } = claims;
  if (walletId === null) return undefined;
  const subjectId = await subjectOfWallet(store, runner, walletId);
  if (subjectId === undefined) return undefined;
  await followLogins(store, runner, subjectId, claims);
  if ((await subjectOf(store, runner, emailIdentity(email))) === subjectId) return subjectId;
  throw walletError('ACCOUNT_MISMATCH');
}
