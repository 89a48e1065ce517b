import {
  freezeSubjectCall,
  type freezeSubjectRequest,
  pauseSubjectCall,
  type pauseSubjectRequest,
  unfreezeSubjectCall,
  type unfreezeSubjectRequest,
} from 'latchkit/protocol';
import * as z from 'zod';
import type { SqlRunner } from '../../../platform/ports/Database.js';
import type { Standing } from '../../shared/requireStanding.js';
import type { Session } from '../../shared/Session.js';
import { inSeconds } from '../../shared/serviceTokens.js';
import { walletError, walletFrozen } from '../../shared/walletError.js';
import { WALLET_TIMES } from '../../shared/walletLimits.js';
import { signOrder } from '../../shared/walletOrders.js';
import type { WalletParts } from '../../shared/walletParts.js';
import { usedWay, type WayIn } from '../../shared/waysIn/WayIn.js';
import { WAYS_IN } from '../../shared/waysIn/waysIn.js';
import { freezeUntil } from '../auth/freezes.js';
import { requireFreshCode } from '../auth/freshCodes.js';
import { endSessionsWithoutSet } from '../auth/sessions.js';
import { tellEveryAddress } from '../auth/tellEveryAddress.js';
import { requireSettled } from '../custody/requireSettled.js';
import { hasSet } from '../custody/shareSets.js';
import { type Wallet, walletOf } from '../custody/wallets.js';

/**
 * Freezes the user's wallet in both stores for 72 hours from now. The wallet service is frozen first, whether or not the vault
 * responds; a repeated call continues.
 *
 * @throws HttpError 404 `WALLET_NOT_FOUND`, 503 `PEER_UNAVAILABLE`.
 */
export async function freezeOwnWallet(parts: WalletParts, session: Session): Promise<{ until: string }> {
  const { id: walletId } = await ownWallet(parts, session);
  return {
    until: (await freezeBoth(parts, WAYS_IN['freeze.portal'], { ...session, walletId })).toISOString(),
  };
}

/** Whose wallet is frozen, and by which installation. */
export interface FrozenBy extends Pick<Session, 'userId' | 'jkt' | 'locale'> {
  readonly walletId: string;
}

/** Freezes a wallet in both stores, and tells every address. @throws HttpError 503 `PEER_UNAVAILABLE`. */
export async function freezeBoth(
  parts: WalletParts,
  way: WayIn,
  { userId, jkt, locale, walletId }: FrozenBy,
): Promise<Date> {
  const { store } = parts;
  const until = new Date(Date.now() + WALLET_TIMES.freeze);
  await store.database.transaction(async runner => {
    await freezeUntil(store, runner, way, userId, until);
    const entry = { action: 'wallet.freeze', subject: userId, actor: jkt, meta: usedWay(way) };
    await store.audit.append(entry, runner);
  });
  const order = await signOrder(parts, { order: 'freeze', walletId, until: inSeconds(until.getTime()) });
  await parts.peer<typeof freezeSubjectRequest>(freezeSubjectCall, { body: { order } });
  await tellEveryAddress(parts, { kind: 'frozen', walletId, userId, locale, at: until });
  return until;
}

/**
 * Ends the freeze in both stores. Only an installation that has opened the wallet for 24 hours, or with a factor, may do this: one
 * that a reader of the mail has just added is what the freeze is for. Otherwise the freeze runs out. The wallet service stays frozen
 * until the vault has responded.
 *
 * @throws HttpError 403 `SETTLED_DEVICE_REQUIRED`, or `FROZEN` by a freeze that began meanwhile, 404 `WALLET_NOT_FOUND` or `SHARE_NOT_FOUND`, 503 `PEER_UNAVAILABLE`,
 *   or what `requireFreshCode` throws.
 */
export async function unfreezeOwnWallet(
  parts: WalletParts,
  session: Session,
  code: string | undefined,
): Promise<Record<string, never>> {
  const { store } = parts;
  const { userId, jkt, locale } = session;
  const { id: walletId, frozen, standing } = await frozenWallet(parts, session, code);
  const order = await signOrder(parts, { order: 'unfreeze', walletId, standing });
  await parts.peer<typeof unfreezeSubjectRequest>(unfreezeSubjectCall, { body: { order } });
  await store.database.transaction(async runner => {
    await requireSameFreeze(parts, runner, userId, frozen);
    await runner.query(
      `update ${store.schema}.users set frozen_until = null, freeze_paused_until = null where id = $1`,
      [userId],
    );
    const meta = usedWay(WAYS_IN['freeze.end']);
    await store.audit.append({ action: 'wallet.unfreeze', subject: userId, actor: jkt, meta }, runner);
  });
  await tellEveryAddress(parts, { kind: 'unfrozen', walletId, userId, locale });
  return {};
}

/**
 * Pauses the freeze in both stores for two minutes, so that the wallet can sign revocations of permissions. The pause ends by itself,
 * or with {@link freezeOwnWallet}. The wallet service stays frozen until the vault has responded.
 *
 * @throws what {@link unfreezeOwnWallet} throws.
 */
export async function pauseFreeze(
  parts: WalletParts,
  session: Session,
  code: string | undefined,
): Promise<{ until: string }> {
  const { store } = parts;
  const { userId, jkt, locale } = session;
  const { id: walletId, frozen, standing } = await frozenWallet(parts, session, code);
  const until = new Date(Date.now() + WALLET_TIMES.freezePause);
  const seconds = inSeconds(until.getTime());
  const order = await signOrder(parts, { order: 'pause-freeze', walletId, until: seconds, standing });
  await parts.peer<typeof pauseSubjectRequest>(pauseSubjectCall, { body: { order } });
  await store.database.transaction(async runner => {
    await requireSameFreeze(parts, runner, userId, frozen);
    await runner.query(`update ${store.schema}.users set freeze_paused_until = $2 where id = $1`, [
      userId,
      until,
    ]);
    const meta = usedWay(WAYS_IN['freeze.pause']);
    await store.audit.append({ action: 'wallet.pause-freeze', subject: userId, actor: jkt, meta }, runner);
  });
  await tellEveryAddress(parts, { kind: 'freezePaused', walletId, userId, locale, at: until });
  return { until: until.toISOString() };
}

/** A wallet, its freeze, and what the installation has of it. */
interface FrozenWallet extends Pick<Wallet, 'id'> {
  readonly standing: Standing;
  readonly frozen: Freeze;
}

const freezeRow = z.object({ until: z.date().nullable(), pausedUntil: z.date().nullable() });

/** A freeze as the wallet service stores it. */
type Freeze = z.infer<typeof freezeRow>;

/** Returns the freeze of a user, and locks it for a transaction. */
async function freezeOf(
  { store: { schema } }: WalletParts,
  runner: SqlRunner,
  userId: string,
): Promise<Freeze> {
  const [row] = await runner.query(
    `select frozen_until as until, freeze_paused_until as "pausedUntil" from ${schema}.users where id = $1
     for no key update`,
    [userId],
  );
  return freezeRow.parse(row);
}

/** Refuses to end a freeze that began while the vault was asked about another one: it is of somebody who found the wallet open. */
async function requireSameFreeze(
  parts: WalletParts,
  runner: SqlRunner,
  userId: string,
  { until, pausedUntil }: Freeze,
): Promise<void> {
  const now = await freezeOf(parts, runner, userId);
  const isSame =
    now.until?.getTime() === until?.getTime() && now.pausedUntil?.getTime() === pausedUntil?.getTime();
  if (!isSame && now.until !== null) throw walletFrozen(now.until);
}

/** Returns the wallet for which an installation ends or pauses the freeze. @throws what {@link unfreezeOwnWallet} throws. */
async function frozenWallet(
  parts: WalletParts,
  session: Session,
  code: string | undefined,
): Promise<FrozenWallet> {
  const { store } = parts;
  const frozen = await freezeOf(parts, store.database, session.userId);
  const wallet = await ownWallet(parts, session);
  if (!(await hasSet(store, store.database, wallet, session.installationId)))
    throw walletError('SHARE_NOT_FOUND');
  const standing = await requireSettled(parts, store.database, session, { action: 'unfreeze', wallet });
  await requireFreshCode(parts, session, 'unfreeze', code);
  // Nobody else can see or end these, and each could freeze the wallet again. Before the freeze is compared, so that one who freezes
  // all the time is stopped although this call fails.
  await endSessionsWithoutSet(store, session);
  return { id: wallet.id, frozen, standing };
}

async function ownWallet({ store }: WalletParts, { userId }: Session): Promise<Wallet> {
  const wallet = await walletOf(store, store.database, userId);
  if (wallet === undefined) throw walletError('WALLET_NOT_FOUND');
  return wallet;
}
