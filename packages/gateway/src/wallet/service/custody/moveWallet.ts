import type {
  CallInput,
  CallResponse,
  commitMoveCall,
  SecondWallet,
  storeMoveCall,
  storeMoveRequest,
  switchWalletCall,
  switchWalletRequest,
} from 'latchkit/protocol';
import { sealToInstallation } from '../../../platform/keyvault/serviceKeys.js';
import type { SqlRunner } from '../../../platform/ports/Database.js';
import { refuseFrozen } from '../../shared/refuseFrozen.js';
import type { Session } from '../../shared/Session.js';
import { unsealShares } from '../../shared/unsealShare.js';
import { walletError } from '../../shared/walletError.js';
import { WALLET_ALLOWANCES, WALLET_TIMES } from '../../shared/walletLimits.js';
import type { WalletParts } from '../../shared/walletParts.js';
import { usedWay } from '../../shared/waysIn/WayIn.js';
import { WAYS_IN } from '../../shared/waysIn/waysIn.js';
import { requireFreshCode } from '../auth/freshCodes.js';
import { findInstallation } from '../auth/installations.js';
import { endOtherSessions, lockSession } from '../auth/sessions.js';
import { takeOfUser } from '../auth/takeOfUser.js';
import { tellEveryAddress } from '../auth/tellEveryAddress.js';
import { committed, recoveryOf } from './custody.js';
import { proveKeys } from './proveKeys.js';
import { addProvenance } from './provenance.js';
import { requireReceipt } from './requireReceipt.js';
import { requireSettled } from './requireSettled.js';
import { hasSet, putShare, takeShare } from './shareSets.js';
import {
  accountOf,
  addDraft,
  exchangeWallets,
  keepSecond,
  ownWallet,
  sealedSeedOf,
  secondWalletOf,
  type Wallet,
  walletOf,
} from './wallets.js';

/** The epoch of a new wallet. */
const FIRST_EPOCH = 1;

/** Returns the user's second wallet, as an installation receives it. */
export async function readSecond(
  { store }: WalletParts,
  { userId, installationId }: Session,
): Promise<SecondWallet | null> {
  const wallet = await secondWalletOf(store, store.database, userId);
  if (wallet === undefined) return null;
  return {
    wallet: accountOf(wallet),
    state: wallet.state === 'old' ? 'old' : 'new',
    removedAt: wallet.retiredAt && endOf(wallet.retiredAt).toISOString(),
    isEnrolled: await hasSet(store, store.database, wallet, installationId),
  };
}

/**
 * Stores the draft of a wallet to move to, with both of the wallet service's shares, and returns what it stored, so that the page can
 * open it before the commit.
 *
 * @throws HttpError 403 `FROZEN`, `GRANT_INVALID`, 404 `WALLET_NOT_FOUND` or `SHARE_NOT_FOUND`, 409
 *   `SECOND_WALLET_EXISTS` or `WALLET_EXISTS`, 400 `HALF_INVALID` or `PROOF_OF_KEYS_INVALID`, 429.
 */
export async function storeMove(
  parts: WalletParts,
  session: Session,
  body: CallInput<typeof storeMoveRequest>['body'],
): Promise<CallResponse<typeof storeMoveCall>> {
  const { store } = parts;
  const { userId, installationId, jkt } = session;
  const { walletId: id, addresses, sealedSeed } = body;
  if (!(await proveKeys(id, jkt, addresses, body.proofs))) throw walletError('PROOF_OF_KEYS_INVALID');
  await takeOfUser(parts, session, 'draft', WALLET_ALLOWANCES.draftsOfUser);
  const { device, recovery } = await unsealShares(store.keys, body.halves);
  return store.database.transaction(async runner => {
    await lockSession(store, runner, session);
    const active = await requireMovable(parts, runner, session);
    if (!(await hasSet(store, runner, active, installationId))) throw walletError('SHARE_NOT_FOUND');
    await requireReceipt(parts, runner, session, active, 'move', body.receipt);
    const { version, mode } = await recoveryOf(parts, session, body.recoveryReceipt, id, FIRST_EPOCH);
    const way = WAYS_IN['move.store'];
    const isAdded = await addDraft(store, runner, way, { id, userId, sealedSeed, addresses });
    const draft = isAdded && (await ownWallet(store, runner, userId, id));
    if (!draft) throw walletError('WALLET_EXISTS');
    await runner.query(
      `update ${store.schema}.wallets set recovery_version = $2, recovery_mode = $3 where id = $1`,
      [id, version, mode],
    );
    const place = { walletId: id, epoch: FIRST_EPOCH };
    await putShare(store, runner, way, place, { kind: 'device', installationId }, device);
    await putShare(store, runner, way, place, { kind: 'recovery' }, recovery);
    const entry = { action: 'wallet.draft', subject: id, actor: jkt, meta: usedWay(way) };
    await store.audit.append(entry, runner);
    const installation = await findInstallation(store, runner, jkt);
    const stored = [
      await takeShare(store, runner, way, draft, { kind: 'device', installationId }),
      await takeShare(store, runner, way, draft, { kind: 'recovery' }),
    ];
    const answer = async (share: Uint8Array | undefined) => {
      if (share === undefined || installation === undefined) throw walletError('SHARE_NOT_FOUND');
      const content = JSON.stringify({ half: Buffer.from(share).toString('base64url') });
      return {
        jwe: await sealToInstallation(installation.encJwk, content, jkt, id),
        sealedSeed: await sealedSeedOf(store, runner, draft),
        wallet: { ...accountOf(draft), recoveryVersion: version },
      };
    };
    return { device: await answer(stored[0]), recovery: await answer(stored[1]) };
  });
}

/**
 * Turns that draft into the user's second wallet, and tells every address. A repeated call returns the same response.
 *
 * @throws HttpError 403 `FROZEN`, 404 `WALLET_NOT_FOUND` or `SHARE_NOT_FOUND`, 409 `SECOND_WALLET_EXISTS`.
 */
export async function commitMove(
  parts: WalletParts,
  session: Session,
  id: string,
): Promise<CallResponse<typeof commitMoveCall>> {
  const { store } = parts;
  const { userId, installationId, jkt, locale } = session;
  const { wallet, active, isFirst } = await store.database.transaction(async runner => {
    await lockSession(store, runner, session);
    await refuseFrozen(store, runner, 'users', userId);
    const present = await walletOf(store, runner, userId);
    const found = await ownWallet(store, runner, userId, id);
    // The draft of a user's first wallet has no version before its own commit.
    if (present === undefined || !found || found.recoveryVersion === null)
      throw walletError('WALLET_NOT_FOUND');
    if (found.state !== 'draft') return { wallet: found, active: present, isFirst: false };
    // Only the device that stored it knows that it opens.
    if (!(await hasSet(store, runner, found, installationId))) throw walletError('SHARE_NOT_FOUND');
    if (await secondWalletOf(store, runner, userId)) throw walletError('SECOND_WALLET_EXISTS');
    const way = WAYS_IN['move.commit'];
    if (!(await keepSecond(store, runner, way, found))) throw walletError('WALLET_NOT_FOUND');
    await addProvenance(
      store,
      runner,
      way,
      { walletId: id, installationId },
      { origin: 'created', countsFrom: null, byFactor: false },
    );
    const entry = { action: 'wallet.move', subject: id, actor: jkt, meta: usedWay(way) };
    await store.audit.append(entry, runner);
    return { wallet: found, active: present, isFirst: true };
  });
  if (isFirst) await tellEveryAddress(parts, { kind: 'moving', walletId: active.id, userId, locale });
  return committed(parts, wallet);
}

/**
 * Makes the user's second wallet the active one, ends all other sessions, and tells every address. A wallet with passkeys needs one of
 * them.
 *
 * @throws HttpError 403 `FROZEN`, `PASSKEY_REQUIRED`, those of `requireSettled` or of `requireFreshCode`, 404 `WALLET_NOT_FOUND`.
 */
export async function switchWallet(
  parts: WalletParts,
  session: Session,
  { walletId, code, passkeyGrant: grant, locale: asked }: CallInput<typeof switchWalletRequest>['body'],
): Promise<CallResponse<typeof switchWalletCall>> {
  const { store } = parts;
  const { userId, jkt } = session;
  const { database } = store;
  // A refused call uses up no code.
  const before = await movable(parts, database, session);
  await switchable(parts, database, userId, walletId);
  await requireSettled(parts, database, session, { action: 'switch', wallet: before, grant });
  if (before.recoveryMode === 'passkey' && grant === undefined) throw walletError('PASSKEY_REQUIRED');
  await requireFreshCode(parts, session, 'switch', code);
  const locale = asked ?? session.locale;
  const removedAt = await database.transaction(async runner => {
    await lockSession(store, runner, session);
    const active = await movable(parts, runner, session);
    const second = await switchable(parts, runner, userId, walletId);
    if (active.id !== before.id) throw walletError('WALLET_NOT_FOUND');
    const way = WAYS_IN['move.switch'];
    await exchangeWallets(store, runner, way, { active, second, locale });
    await endOtherSessions(store, runner, session);
    const entry = { action: 'wallet.switch', subject: walletId, actor: jkt, meta: usedWay(way) };
    await store.audit.append(entry, runner);
    return endOf(new Date());
  });
  await tellEveryAddress(parts, { kind: 'switched', walletId, userId, locale, at: removedAt });
  return { removedAt: removedAt.toISOString() };
}

/**
 * The active wallet, if its user may have a second one.
 *
 * @throws HttpError 403 `FROZEN`, 404 `WALLET_NOT_FOUND`, 409 `SECOND_WALLET_EXISTS`.
 */
export async function requireMovable(
  parts: WalletParts,
  runner: SqlRunner,
  session: Session,
): Promise<Wallet> {
  const active = await movable(parts, runner, session);
  if (await secondWalletOf(parts.store, runner, session.userId)) throw walletError('SECOND_WALLET_EXISTS');
  return active;
}

/** The second wallet, unless its 30 days are over: it may be half deleted then. @throws HttpError 404 `WALLET_NOT_FOUND`. */
async function switchable(
  { store }: WalletParts,
  runner: SqlRunner,
  userId: string,
  walletId: string,
): Promise<Wallet> {
  const second = await secondWalletOf(store, runner, userId);
  const isOver = second?.retiredAt && endOf(second.retiredAt).getTime() <= Date.now();
  if (second?.id !== walletId || isOver) throw walletError('WALLET_NOT_FOUND');
  return second;
}

/** When the wallet that a user moved from is deleted. */
export const endOf = (retiredAt: Date) => new Date(retiredAt.getTime() + WALLET_TIMES.oldWallet);

/** The active wallet, unless it is frozen. @throws HttpError 403 `FROZEN`, 404 `WALLET_NOT_FOUND`. */
async function movable({ store }: WalletParts, runner: SqlRunner, { userId }: Session): Promise<Wallet> {
  await refuseFrozen(store, runner, 'users', userId);
  const wallet = await walletOf(store, runner, userId);
  if (wallet === undefined) throw walletError('WALLET_NOT_FOUND');
  return wallet;
}
