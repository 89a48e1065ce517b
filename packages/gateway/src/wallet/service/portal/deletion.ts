import { deleteSubjectCall, type deleteSubjectRequest, type Locale, matchLocale } from 'latchkit/protocol';
import * as z from 'zod';
import type { SqlRunner } from '../../../platform/ports/Database.js';
import { hostOf } from '../../shared/hostOf.js';
import { refuseFrozen } from '../../shared/refuseFrozen.js';
import type { Session } from '../../shared/Session.js';
import { WALLET_TIMES } from '../../shared/walletLimits.js';
import { signOrder } from '../../shared/walletOrders.js';
import type { WalletParts } from '../../shared/walletParts.js';
import { usedWay } from '../../shared/waysIn/WayIn.js';
import { WAYS_IN } from '../../shared/waysIn/waysIn.js';
import { requireFreshCode } from '../auth/freshCodes.js';
import { tellEveryAddress } from '../auth/tellEveryAddress.js';
import { emailIndex, findAddress } from '../auth/users.js';
import { walletOf } from '../custody/wallets.js';

/**
 * Plans the deletion of the user's wallet, logins and sessions in seven days, and tells every address. A repeated request keeps the
 * date.
 *
 * @throws HttpError 403 `FROZEN`, or what `requireFreshCode` throws.
 */
export async function requestDeletion(
  parts: WalletParts,
  session: Session,
  { code, locale: asked }: { readonly code?: string | undefined; readonly locale?: Locale | undefined },
): Promise<{ deletesAt: string }> {
  const { store } = parts;
  const { userId, jkt } = session;
  await refuseFrozen(store, store.database, 'users', userId);
  await requireFreshCode(parts, session, 'delete', code);
  const locale = matchLocale(asked ?? session.locale);
  const now = Date.now();
  const at = await store.database.transaction(async runner => {
    await runner.query(
      `insert into ${store.schema}.deletions (user_id, locale, requested_at, due_at) values ($1, $2, $3, $4)
       on conflict (user_id) do nothing`,
      [userId, locale, new Date(now), new Date(now + WALLET_TIMES.deletion)],
    );
    const meta = usedWay(WAYS_IN['deletion.ask']);
    await store.audit.append({ action: 'wallet.delete', subject: userId, actor: jkt, meta }, runner);
    return findDeletion(parts, runner, userId);
  });
  if (at === undefined) throw new Error('The deletion was not found after it was added');
  const wallet = await walletOf(store, store.database, userId);
  await tellEveryAddress(parts, { kind: 'deleting', walletId: wallet?.id, userId, locale, at });
  return { deletesAt: at.toISOString() };
}

/** Cancels the planned deletion, if there is one, and tells every address. */
export async function keepWallet(parts: WalletParts, { userId, jkt, locale }: Session): Promise<void> {
  const { store } = parts;
  const isKept = await store.database.transaction(async runner => {
    const rows = await runner.query(`delete from ${store.schema}.deletions where user_id = $1 returning 1`, [
      userId,
    ]);
    if (rows.length === 0) return false;
    const meta = usedWay(WAYS_IN['deletion.keep']);
    await store.audit.append({ action: 'wallet.keep', subject: userId, actor: jkt, meta }, runner);
    return true;
  });
  if (!isKept) return;
  const wallet = await walletOf(store, store.database, userId);
  await tellEveryAddress(parts, { kind: 'kept', walletId: wallet?.id, userId, locale });
}

/** Returns when the user's data is deleted, or undefined. */
export async function findDeletion(
  { store }: WalletParts,
  runner: SqlRunner,
  userId: string,
): Promise<Date | undefined> {
  const [row] = await runner.query(
    `select due_at as "dueAt" from ${store.schema}.deletions where user_id = $1`,
    [userId],
  );
  return row && z.object({ dueAt: z.date() }).parse(row).dueAt;
}

const dueRow = z.object({ userId: z.string(), locale: z.string() });
type Due = z.infer<typeof dueRow>;

/**
 * Deletes the users whose seven days are over. A frozen user is deleted after the freeze; one whose vault does not respond, in a
 * later run.
 *
 * @param failed - Receives the error of a user who could not be deleted.
 */
export async function deleteDueUsers(parts: WalletParts, failed: (error: unknown) => void): Promise<number> {
  const { store } = parts;
  const rows = await store.database.query(
    `select d.user_id as "userId", d.locale from ${store.schema}.deletions d
     join ${store.schema}.users u on u.id = d.user_id
     where ${IS_DUE} order by d.due_at limit 100`,
    [new Date()],
  );
  let deleted = 0;
  for (const row of rows) {
    try {
      await deleteUser(parts, dueRow.parse(row));
      deleted += 1;
    } catch (error) {
      failed(error);
    }
  }
  return deleted;
}

const IS_DUE = 'd.due_at <= $1 and (u.frozen_until is null or u.frozen_until <= $1)';

/** The vault first: until it has deleted its shares, the wallet service keeps what names them. */
async function deleteUser(parts: WalletParts, { userId, locale }: Due): Promise<void> {
  const { store, mails, frameUrl } = parts;
  const wallet = await walletOf(store, store.database, userId);
  const email = await findAddress(store, userId);
  if (wallet !== undefined) {
    const order = await signOrder(parts, { order: 'delete', walletId: wallet.id });
    await parts.peer<typeof deleteSubjectRequest>(deleteSubjectCall, { body: { order } });
  }
  await store.database.transaction(runner => shred(parts, runner, userId, email));
  if (email === undefined) return;
  await mails.inform({
    kind: 'deleted',
    to: email,
    locale: matchLocale(locale),
    values: { host: hostOf(frameUrl) },
  });
}

/** Deletes everything of a user; of each wallet, only its id stays. */
async function shred(
  { store }: WalletParts,
  runner: SqlRunner,
  userId: string,
  email: string | undefined,
): Promise<void> {
  const { schema } = store;
  const due = await runner.query(
    `select 1 from ${schema}.deletions d join ${schema}.users u on u.id = d.user_id
     where d.user_id = $2 and ${IS_DUE} for update`,
    [new Date(), userId],
  );
  if (due.length === 0) return;
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
}
