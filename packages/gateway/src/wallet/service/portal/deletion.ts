import {
  type CallInput,
  deleteSubjectCall,
  type deleteSubjectRequest,
  matchLocale,
  type requestDeletionRequest,
} from 'latchkit/protocol';
import * as z from 'zod';
import type { SqlRunner } from '../../../platform/ports/Database.js';
import { hostOf } from '../../shared/hostOf.js';
import { refuseFrozen } from '../../shared/refuseFrozen.js';
import { deletionWait, isConfirmed, standing } from '../../shared/requireStanding.js';
import type { Session } from '../../shared/Session.js';
import { inSeconds } from '../../shared/serviceTokens.js';
import { signOrder } from '../../shared/walletOrders.js';
import type { WalletParts } from '../../shared/walletParts.js';
import { usedWay, type WayIn } from '../../shared/waysIn/WayIn.js';
import { WAYS_IN } from '../../shared/waysIn/waysIn.js';
import { requireFreshCode } from '../auth/freshCodes.js';
import { noteUse } from '../auth/noteUse.js';
import { tellEveryAddress } from '../auth/tellEveryAddress.js';
import { emailIndex, findAddress } from '../auth/users.js';
import { requireSettled } from '../custody/requireSettled.js';
import { walletOf } from '../custody/wallets.js';

/**
 * Plans the deletion of the user's wallet, logins and sessions, and tells every address. It waits for seven days if a passkey or a settled
 * installation asks; otherwise as `deletionWait` says, and any use of the wallet ends it. A repeated request keeps the date, unless it
 * comes with more.
 *
 * @throws HttpError 403 `FROZEN`, or what `requireSettled` and `requireFreshCode` throw.
 */
export async function requestDeletion(
  parts: WalletParts,
  session: Session,
  { code, locale: asked, passkeyGrant: grant }: CallInput<typeof requestDeletionRequest>['body'],
): Promise<{ deletesAt: string }> {
  const { store } = parts;
  const { userId, jkt, installationId } = session;
  await refuseFrozen(store, store.database, 'users', userId);
  await requireFreshCode(parts, session, 'delete', code);
  const locale = matchLocale(asked ?? session.locale);
  const now = Date.now();
  const { dueAt, has, walletId } = await store.database.transaction(async runner => {
    const wallet = await walletOf(store, runner, userId);
    const standing = await requireSettled(parts, runner, session, { action: 'delete', wallet, grant });
    const due = new Date(now + deletionWait(standing, wallet?.recoveryMode ?? 'automatic'));
    await runner.query(
      `insert into ${store.schema}.deletions as known (user_id, locale, requested_at, due_at, standing, asked_by)
       values ($1, $2, $3, $4, $5, $6)
       on conflict (user_id) do update set requested_at = excluded.requested_at, due_at = least(known.due_at, excluded.due_at),
         standing = excluded.standing, asked_by = excluded.asked_by
         where (excluded.standing = 'factor' and known.standing <> 'factor')
           or (excluded.standing = 'settled' and known.standing in ('new', 'none'))`,
      [userId, locale, new Date(now), due, standing, installationId],
    );
    const meta = usedWay(WAYS_IN['deletion.ask']);
    await store.audit.append({ action: 'wallet.delete', subject: userId, actor: jkt, meta }, runner);
    const found = await findDeletion(parts, runner, userId);
    if (found === undefined) throw new Error('The deletion was not found after it was added');
    return { dueAt: found.dueAt, has: found.standing, walletId: wallet?.id };
  });
  const kind = isConfirmed(has) ? 'deleting' : 'deletionAsked';
  await tellEveryAddress(parts, { kind, walletId, userId, locale, at: dueAt });
  return { deletesAt: dueAt.toISOString() };
}

/**
 * Cancels the planned deletion, if there is one, and tells every address. One that more than a login confirmed needs the same: a thief
 * who reads the mail must not hold up the owner.
 *
 * @throws HttpError 403 `SETTLED_DEVICE_REQUIRED`.
 */
export async function keepWallet(parts: WalletParts, session: Session): Promise<void> {
  const { store } = parts;
  const { userId, locale } = session;
  const wallet = await walletOf(store, store.database, userId);
  const isKept = await store.database.transaction(async runner => {
    const found = await findDeletion(parts, runner, userId);
    if (found === undefined) return false;
    if (isConfirmed(found.standing)) await requireSettled(parts, runner, session, { action: 'keep', wallet });
    await endDeletion(parts, runner, WAYS_IN['deletion.keep'], session);
    return true;
  });
  if (isKept) await tellEveryAddress(parts, { kind: 'kept', walletId: wallet?.id, userId, locale });
}

/** Deletes the request of a deletion. */
export async function endDeletion(
  { store }: WalletParts,
  runner: SqlRunner,
  way: WayIn,
  { userId, jkt }: Pick<Session, 'userId' | 'jkt'>,
): Promise<void> {
  await runner.query(`delete from ${store.schema}.deletions where user_id = $1`, [userId]);
  const meta = usedWay(way);
  await store.audit.append({ action: 'wallet.keep', subject: userId, actor: jkt, meta }, runner);
}

const deletionRow = z.object({ locale: z.string(), askedAt: z.date(), dueAt: z.date(), standing });

/** Returns the user's planned deletion, or undefined, and locks it for the transaction. */
export async function findDeletion(
  { store }: Pick<WalletParts, 'store'>,
  runner: SqlRunner,
  userId: string,
): Promise<z.infer<typeof deletionRow> | undefined> {
  const [row] = await runner.query(
    `select locale, requested_at as "askedAt", due_at as "dueAt", standing from ${store.schema}.deletions
     where user_id = $1 for update`,
    [userId],
  );
  return row && deletionRow.parse(row);
}

const endedRow = z.object({ askedAt: z.date(), endedAt: z.date() });

/** Returns the deletion that a use of the wallet ended and that this installation has not shown, if it holds a share set. */
export async function findEndedDeletion(
  { store: { schema } }: WalletParts,
  runner: SqlRunner,
  { userId, installationId }: Session,
): Promise<z.infer<typeof endedRow> | undefined> {
  const [row] = await runner.query(
    `select e.requested_at as "askedAt", e.ended_at as "endedAt" from ${schema}.ended_deletions e
     join ${schema}.installations i on i.id = $2
     where e.user_id = $1 and (i.deletion_seen_at is null or i.deletion_seen_at < e.ended_at) and exists (
       select 1 from ${schema}.share_sets s join ${schema}.wallets w on w.id = s.wallet_id and w.state = 'active'
       where w.user_id = $1 and s.installation_id = $2)`,
    [userId, installationId],
  );
  return row && endedRow.parse(row);
}

/** Records that the user has seen it on this installation. */
export async function seeEndedDeletion({ store }: WalletParts, { installationId }: Session): Promise<void> {
  await store.database.query(`update ${store.schema}.installations set deletion_seen_at = $2 where id = $1`, [
    installationId,
    new Date(),
  ]);
}

const untoldRow = z.object({ userId: z.string(), locale: z.string() });

/** Tells the users whose use of the wallet ended a deletion, each once in all replicas. */
async function tellOfEnded(parts: WalletParts): Promise<void> {
  const { store } = parts;
  const rows = await store.database.query(
    `update ${store.schema}.ended_deletions set told_at = $1 where told_at is null returning user_id as "userId", locale`,
    [new Date()],
  );
  for (const { userId, locale } of rows.map(row => untoldRow.parse(row))) {
    const wallet = await walletOf(store, store.database, userId);
    await tellEveryAddress(parts, { kind: 'kept', walletId: wallet?.id, userId, locale });
  }
}

const dueRow = z.object({ userId: z.string(), locale: z.string(), standing, askedAt: z.date() });
type Due = z.infer<typeof dueRow>;

/**
 * Deletes the users whose time is over, and tells those whose request has ended. A frozen user is deleted after the freeze; one whose vault does not respond, in a
 * later run.
 *
 * @param failed - Receives the error of a user who could not be deleted.
 */
export async function deleteDueUsers(parts: WalletParts, failed: (error: unknown) => void): Promise<number> {
  const { store } = parts;
  await tellOfEnded(parts).catch(failed);
  const rows = await store.database.query(
    `select d.user_id as "userId", d.locale, d.standing, d.requested_at as "askedAt" from ${store.schema}.deletions d
     join ${store.schema}.users u on u.id = d.user_id
     where ${IS_DUE} order by d.due_at limit 100`,
    [new Date()],
  );
  let deleted = 0;
  for (const row of rows) {
    try {
      if (await deleteUser(parts, dueRow.parse(row))) deleted += 1;
    } catch (error) {
      failed(error);
    }
  }
  return deleted;
}

const IS_DUE = 'd.due_at <= $1 and (u.frozen_until is null or u.frozen_until <= $1)';

/** The vault first: until it has deleted its shares, the wallet service keeps what names them. */
async function deleteUser(parts: WalletParts, due: Due): Promise<boolean> {
  const { userId, locale, standing: has, askedAt } = due;
  const { store, mails, frameUrl } = parts;
  // Its owner may have decided otherwise, or frozen it, while others were deleted.
  if (!(await isDue(parts, store.database, userId))) return false;
  const wallet = await walletOf(store, store.database, userId);
  const email = await findAddress(store, userId);
  if (wallet !== undefined) {
    const claims = { standing: has, askedAt: inSeconds(askedAt.getTime()) };
    const order = await signOrder(parts, { order: 'delete', walletId: wallet.id, ...claims });
    const { isUsed } = await parts.peer<typeof deleteSubjectRequest>(deleteSubjectCall, { body: { order } });
    if (isUsed === true) {
      await noteUse(store, store.database, { userId, jkt: 'service' });
      return false;
    }
  }
  if (!(await store.database.transaction(runner => shred(parts, runner, userId, email)))) return false;
  if (email !== undefined) {
    const values = { host: hostOf(frameUrl) };
    await mails.inform({ kind: 'deleted', to: email, locale: matchLocale(locale), values });
  }
  return true;
}

/** Whether the deletion of a user is due. Locks it for the transaction. */
async function isDue(
  { store: { schema } }: WalletParts,
  runner: SqlRunner,
  userId: string,
): Promise<boolean> {
  const rows = await runner.query(
    `select 1 from ${schema}.deletions d join ${schema}.users u on u.id = d.user_id
     where d.user_id = $2 and ${IS_DUE} for update`,
    [new Date(), userId],
  );
  return rows.length > 0;
}

/** Deletes everything of a user; of each wallet, only its id stays. Returns false if the deletion is not due any more. */
async function shred(
  parts: WalletParts,
  runner: SqlRunner,
  userId: string,
  email: string | undefined,
): Promise<boolean> {
  const { store } = parts;
  const { schema } = store;
  if (!(await isDue(parts, runner, userId))) return false;
  const ofWallets = `wallet_id in (select id from ${schema}.wallets where user_id = $1)`;
  await runner.query(
    `insert into ${schema}.deleted_wallets (wallet_id, deleted_at)
     select id, $2 from ${schema}.wallets where user_id = $1 and state <> 'draft' on conflict do nothing`,
    [userId, new Date()],
  );
  for (const table of ['share_sets', 'wallet_installations', 'deks']) {
    await runner.query(`delete from ${schema}.${table} where ${ofWallets}`, [userId]);
  }
  await runner.query(`delete from ${schema}.wallets where user_id = $1`, [userId]);
  await runner.query(`delete from ${schema}.address_changes where owner_id = $1`, [userId]);
  if (email !== undefined) {
    await runner.query(`delete from ${schema}.auth_txns where subject_bidx = $1`, [emailIndex(store, email)]);
  }
  // Logins, sessions, codes, vouches and the deletion itself go with the user.
  await runner.query(`delete from ${schema}.users where id = $1`, [userId]);
  const meta = usedWay(WAYS_IN['deletion.run']);
  await store.audit.append({ action: 'wallet.deleted', subject: userId, actor: 'service', meta }, runner);
  return true;
}
