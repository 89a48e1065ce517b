import {
  ACTIVITY_ACTIONS,
  type CallInput,
  type CallResponse,
  type deleteSubjectCall,
  isActivityAction,
  type readSummaryCall,
  type readVaultActivityCall,
  type readVaultActivityRequest,
  type sendNoticeRequest,
} from 'latchkit/protocol';
import type { SqlRunner } from '../../platform/ports/Database.js';
import { dateValue } from '../shared/dateValue.js';
import { EMAIL_PROVIDER, identityHash } from '../shared/emailIdentity.js';
import { useGrant } from '../shared/grants.js';
import { refuseFrozen } from '../shared/refuseFrozen.js';
import { deletionWait, isConfirmed, requireStanding } from '../shared/requireStanding.js';
import { walletError } from '../shared/walletError.js';
import { readOrder, type WalletOrder } from '../shared/walletOrders.js';
import type { WalletParts } from '../shared/walletParts.js';
import { usedWay } from '../shared/waysIn/WayIn.js';
import { WAYS_IN } from '../shared/waysIn/waysIn.js';
import { addFreezeLink } from './freezeLinks.js';
import { delayOf } from './recoveryDelay.js';
import { dropUnusedFactors, modeOf } from './recoveryVersions.js';
import { approvalAddressOf, subjectEmail, subjectOfWallet, walletsOfSubject } from './subjects.js';
import { waitingRecoveries } from './waitingRecoveries.js';

/** What an order changes of a freeze. `$2` is the time in the order, and null if the order ends the freeze. */
const FREEZES = {
  freeze: 'frozen_until = greatest(coalesce(frozen_until, $2), $2), freeze_paused_until = null',
  unfreeze: 'frozen_until = $2, freeze_paused_until = null',
  'pause-freeze': 'freeze_paused_until = $2',
} as const;

/**
 * Freezes a wallet that its user froze in the portal, or ends or pauses its freeze, which a login alone may not, nor a new device.
 *
 * @throws HttpError 403 `GRANT_INVALID` or `SETTLED_DEVICE_REQUIRED`.
 */
export async function freezeOnOrder(
  parts: WalletParts,
  kind: keyof typeof FREEZES,
  token: string,
): Promise<Record<string, never>> {
  const { store } = parts;
  const order = await readOrder(parts, kind, token);
  if (kind !== 'freeze') requireStanding('unfreeze', order.standing ?? 'none');
  await store.database.transaction(async runner => {
    const subjectId = await ordered(parts, runner, order);
    if (subjectId === undefined) return;
    await runner.query(`update ${store.schema}.subjects set ${FREEZES[kind]} where id = $1`, [
      subjectId,
      order.until === undefined ? null : new Date(order.until * 1_000),
    ]);
    const meta = usedWay(WAYS_IN['freeze.order']);
    const entry = { action: `wallet.${kind}`, subject: order.walletId, actor: 'service', meta };
    await store.audit.append(entry, runner);
  });
  return {};
}

/** Emails the addresses of a wallet's subject that the wallet service has not told itself. */
export async function sendNotice(
  parts: WalletParts,
  { order: token, kind, locale, host, at }: CallInput<typeof sendNoticeRequest>['body'],
): Promise<Record<string, never>> {
  const { store, mails } = parts;
  const order = await readOrder(parts, 'notice', token);
  const subjectId = await store.database.transaction(runner => ordered(parts, runner, order));
  if (subjectId === undefined) return {};
  const known = new Set([
    await subjectEmail(store, store.database, subjectId),
    await approvalAddressOf(store, store.database, subjectId),
  ]);
  for (const to of known) {
    if (to === undefined || order.idh === identityHash(order.jti, EMAIL_PROVIDER, to)) continue;
    const link = await addFreezeLink(parts, { email: to, locale, subjectId });
    const values = { host, ...dateValue(locale, at === undefined ? undefined : new Date(at)) };
    await mails.inform({ kind, to, locale, values, link });
  }
  return {};
}

/** Uses an order once; returns the subject of its wallet, or undefined for a repetition or if the vault stores no share of it. */
async function ordered(
  { store }: WalletParts,
  runner: SqlRunner,
  { jti, order, walletId }: WalletOrder,
): Promise<string | undefined> {
  const isFirst = await useGrant(store, runner, jti, `order ${order}`, walletId);
  return isFirst ? subjectOfWallet(store, runner, walletId) : undefined;
}

/** Returns a page of a wallet's entries in the vault's audit log, the newest first. */
export async function readVaultActivity(
  parts: WalletParts,
  { order: token, before, limit }: CallInput<typeof readVaultActivityRequest>['body'],
): Promise<CallResponse<typeof readVaultActivityCall>> {
  const { store } = parts;
  const { walletId } = await readOrder(parts, 'activity', token);
  const subjectId = await subjectOfWallet(store, store.database, walletId);
  if (subjectId === undefined) return { entries: [] };
  const found = await store.audit.read({
    subjects: [subjectId, ...(await walletsOfSubject(store, store.database, subjectId))],
    actions: ACTIVITY_ACTIONS,
    before,
    limit,
  });
  return {
    entries: found.flatMap(({ seq, at, action, actor, login }) =>
      isActivityAction(action)
        ? [{ seq, at: at.toISOString(), action, actor, ...(login !== undefined && { login }) }]
        : [],
    ),
  };
}

/**
 * Deletes the vault's shares of a wallet with their data key, and what the vault stores of its user. Only the id of the wallet
 * stays. The addresses that only the vault knows are told. For a deletion that a login alone asked for, the vault counts the days by
 * its own record of what guards the wallet, and deletes nothing if a passkey was used since.
 *
 * @throws HttpError 403 `GRANT_INVALID` or `FROZEN`.
 */
export async function deleteOnOrder(
  parts: WalletParts,
  token: string,
): Promise<CallResponse<typeof deleteSubjectCall>> {
  const { store } = parts;
  const { schema } = store;
  const order = await readOrder(parts, 'delete', token);
  const { standing = 'none', askedAt = 0, walletId } = order;
  const asked = new Date(askedAt * 1_000);
  const wait = deletionWait(standing, await modeOf(store, store.database, walletId));
  if (order.askedAt === undefined || asked.getTime() + wait > Date.now()) throw walletError('GRANT_INVALID');
  const isUsed = await store.database.transaction(async runner => {
    const subjectId = await ordered(parts, runner, order);
    if (subjectId === undefined) return false;
    // Also by a link whose freeze the wallet service has missed.
    await refuseFrozen(store, runner, 'subjects', subjectId);
    if (!isConfirmed(standing) && (await hasUsedPasskey(parts, runner, subjectId, asked))) return true;
    const ofSubject = `wallet_id in (select wallet_id from ${schema}.recovery where subject_id = $1)`;
    await runner.query(
      `insert into ${schema}.deleted_wallets (wallet_id, deleted_at)
       select distinct wallet_id, $2::timestamptz from ${schema}.recovery where subject_id = $1 on conflict do nothing`,
      [subjectId, new Date()],
    );
    await runner.query(`delete from ${schema}.deks where ${ofSubject}`, [subjectId]);
    await runner.query(`delete from ${schema}.recovery where subject_id = $1`, [subjectId]);
    await runner.query(`delete from ${schema}.address_changes where owner_id = $1`, [subjectId]);
    // Approval addresses, linked logins and links of emails go with the subject.
    await runner.query(`delete from ${schema}.subjects where id = $1`, [subjectId]);
    const meta = usedWay(WAYS_IN['deletion.run-vault']);
    await store.audit.append({ action: 'wallet.deleted', subject: walletId, actor: 'service', meta }, runner);
    return false;
  });
  return isUsed ? { isUsed } : {};
}

async function hasUsedPasskey(
  { store }: WalletParts,
  runner: SqlRunner,
  subjectId: string,
  since: Date,
): Promise<boolean> {
  const rows = await runner.query(
    `select 1 from ${store.schema}.passkeys where subject_id = $1 and last_used_at > $2 limit 1`,
    [subjectId, since],
  );
  return rows.length > 0;
}

/**
 * Deletes the vault's shares of an old wallet with their data key. Its user and the active wallet stay.
 *
 * @throws HttpError 403 `GRANT_INVALID` or `FROZEN`.
 */
export async function removeOnOrder(parts: WalletParts, token: string): Promise<Record<string, never>> {
  const { store } = parts;
  const { schema } = store;
  const order = await readOrder(parts, 'remove', token);
  await store.database.transaction(async runner => {
    const subjectId = await ordered(parts, runner, order);
    if (subjectId === undefined) return;
    await refuseFrozen(store, runner, 'subjects', subjectId);
    const { walletId } = order;
    await runner.query(
      `insert into ${schema}.deleted_wallets (wallet_id, deleted_at) values ($1, $2) on conflict do nothing`,
      [walletId, new Date()],
    );
    for (const table of ['recovery', 'deks'])
      await runner.query(`delete from ${schema}.${table} where wallet_id = $1`, [walletId]);
    const way = WAYS_IN['wallet.old-removed-vault'];
    await dropUnusedFactors(store, runner, way, subjectId);
    const entry = { action: 'wallet.removed', subject: subjectId, actor: 'service', meta: usedWay(way) };
    await store.audit.append(entry, runner);
  });
  return {};
}

/** Returns how a wallet opens in a new installation, and what waits. */
export async function readSummary(
  parts: WalletParts,
  token: string,
): Promise<CallResponse<typeof readSummaryCall>> {
  const { store } = parts;
  const { walletId } = await readOrder(parts, 'summary', token);
  const subjectId = await subjectOfWallet(store, store.database, walletId);
  if (subjectId === undefined) return { protection: null };
  const mode = await modeOf(store, store.database, walletId);
  const { delay } = await delayOf(store, store.database, subjectId);
  return { protection: { mode, delay, recoveries: await waitingRecoveries(store, subjectId) } };
}
