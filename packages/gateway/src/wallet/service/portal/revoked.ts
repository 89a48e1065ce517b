import { type CallResponse, matchLocale, type readRevocationCall } from 'latchkit/protocol';
import type { SqlRunner } from '../../../platform/ports/Database.js';
import type { Caller } from '../../shared/proveCaller.js';
import { walletError } from '../../shared/walletError.js';
import { WALLET_TIMES } from '../../shared/walletLimits.js';
import type { WalletParts } from '../../shared/walletParts.js';
import { WAYS_IN } from '../../shared/waysIn/waysIn.js';
import { findRevocation, type Revocation, useRevocation } from '../auth/revocations.js';
import { tellEveryAddress } from '../auth/tellEveryAddress.js';
import { walletOf } from '../custody/wallets.js';
import { endDeletion, findDeletion } from './deletion.js';
import { freezeBoth } from './userFreeze.js';

/** Returns what a revoked installation may still stop. It has no session, so its key alone counts. */
export async function readRevocation(
  { store }: WalletParts,
  { jkt }: Caller,
): Promise<CallResponse<typeof readRevocationCall>> {
  const found = await findRevocation(store, store.database, jkt);
  if (found === undefined) return { revocation: null };
  const deletion = await objectionable(store, store.database, found);
  return {
    revocation: {
      revokedAt: found.revokedAt.toISOString(),
      deletesAt: deletion?.dueAt.toISOString() ?? null,
      canFreeze: mayFreeze(found) && (await walletOf(store, store.database, found.userId)) !== undefined,
    },
  };
}

/**
 * Stops the deletion that somebody asked for with or after the revocation of the calling installation, once. What a passkey confirmed goes
 * on: a thief whose installation the owner revoked must not hold up the owner.
 *
 * @throws HttpError 404 `SHARE_NOT_FOUND`.
 */
export async function objectToDeletion(parts: WalletParts, { jkt }: Caller): Promise<Record<string, never>> {
  const { store } = parts;
  const ended = await store.database.transaction(async runner => {
    const found = await findRevocation(store, runner, jkt);
    const deletion = found && (await objectionable(store, runner, found));
    if (found === undefined || deletion === undefined) throw walletError('SHARE_NOT_FOUND');
    await useRevocation(store, runner, jkt, found, 'objected_at');
    await endDeletion(parts, runner, WAYS_IN['deletion.object'], { userId: found.userId, jkt });
    return { userId: found.userId, locale: deletion.locale };
  });
  const wallet = await walletOf(store, store.database, ended.userId);
  await tellEveryAddress(parts, { kind: 'kept', walletId: wallet?.id, ...ended });
  return {};
}

/**
 * Freezes the wallet for a revoked installation, once.
 *
 * @throws HttpError 404 `SHARE_NOT_FOUND` or `WALLET_NOT_FOUND`, 503 `PEER_UNAVAILABLE`.
 */
export async function freezeRevoked(parts: WalletParts, { jkt }: Caller): Promise<{ until: string }> {
  const { store } = parts;
  const frozen = await store.database.transaction(async runner => {
    const found = await findRevocation(store, runner, jkt);
    if (found === undefined || !mayFreeze(found)) throw walletError('SHARE_NOT_FOUND');
    const wallet = await walletOf(store, runner, found.userId);
    if (wallet === undefined) throw walletError('WALLET_NOT_FOUND');
    await useRevocation(store, runner, jkt, found, 'froze_at');
    return { userId: found.userId, walletId: wallet.id };
  });
  return {
    until: (
      await freezeBoth(parts, WAYS_IN['freeze.revoked'], { ...frozen, jkt, locale: matchLocale('') })
    ).toISOString(),
  };
}

/** Once; for some minutes again, because the vault may not have responded. */
const mayFreeze = ({ frozeAt }: Revocation) =>
  frozeAt === null || Date.now() - frozeAt.getTime() < WALLET_TIMES.freshSession;

/** The deletion that a revoked installation may stop. */
async function objectionable(
  store: WalletParts['store'],
  runner: SqlRunner,
  { userId, revokedAt, objectedAt }: Revocation,
) {
  const deletion = objectedAt === null ? await findDeletion({ store }, runner, userId) : undefined;
  const isMeant = deletion && deletion.standing !== 'factor' && deletion.askedAt >= revokedAt;
  return isMeant ? deletion : undefined;
}
