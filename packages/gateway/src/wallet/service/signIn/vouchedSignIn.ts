import type {
  authorizeInstallationRequest,
  CallInput,
  CallResponse,
  P256PublicJwk,
  verifyVouchedSignInCall,
} from 'latchkit/protocol';
import type { Caller } from '../../shared/proveCaller.js';
import { refuseFrozen } from '../../shared/refuseFrozen.js';
import type { Session } from '../../shared/Session.js';
import { walletError } from '../../shared/walletError.js';
import { WALLET_ALLOWANCES, WALLET_TIMES } from '../../shared/walletLimits.js';
import type { WalletParts } from '../../shared/walletParts.js';
import { WAYS_IN } from '../../shared/waysIn/waysIn.js';
import { findInstallation } from '../auth/installations.js';
import { addSession, sessionTokens } from '../auth/sessions.js';
import { takeOfUser } from '../auth/takeOfUser.js';
import { readWalletUser } from '../custody/readWalletUser.js';
import { hasSet } from '../custody/shareSets.js';
import { addVouch, useVouch } from '../custody/vouches.js';
import { walletOf } from '../custody/wallets.js';

/**
 * Lets the calling installation, which holds a share set, vouch for a new one in the same browser. The new one may log in once
 * without code or link, and enrol.
 *
 * @throws HttpError 404 `WALLET_NOT_FOUND` or `SHARE_NOT_FOUND`, 403 `FROZEN`, or `SIGN_IN_INVALID` if the new installation is not
 *   registered with these keys, 429.
 */
export async function authorizeInstallation(
  { store, allowances }: WalletParts,
  session: Session,
  { encJwk, ...page }: CallInput<typeof authorizeInstallationRequest>['body'],
): Promise<{ txn: string; expiresIn: number }> {
  const { userId, installationId } = session;
  const present = await walletOf(store, store.database, userId);
  if (present === undefined) throw walletError('WALLET_NOT_FOUND');
  // Whoever has nothing to vouch with counts nothing.
  if (!(await hasSet(store, store.database, present, installationId))) throw walletError('SHARE_NOT_FOUND');
  await takeOfUser({ store, allowances }, session, 'vouch', WALLET_ALLOWANCES.vouches);
  const txn = await store.database.transaction(async runner => {
    await refuseFrozen(store, runner, 'users', userId);
    const wallet = await walletOf(store, runner, userId);
    if (wallet === undefined) throw walletError('WALLET_NOT_FOUND');
    if (!(await hasSet(store, runner, wallet, installationId))) throw walletError('SHARE_NOT_FOUND');
    const found = await findInstallation(store, runner, page.jkt);
    if (found === undefined || !isSameKey(found.encJwk, encJwk)) throw walletError('SIGN_IN_INVALID');
    return addVouch(store, runner, WAYS_IN['vouch.give'], session, page);
  });
  return { txn, expiresIn: WALLET_TIMES.vouch / 1_000 };
}

/**
 * Logs in an installation that another one vouched for, once.
 *
 * @throws HttpError 403 `SIGN_IN_INVALID` or `FROZEN`, 429.
 */
export async function verifyVouchedSignIn(
  parts: WalletParts,
  caller: Caller,
  txn: string,
): Promise<CallResponse<typeof verifyVouchedSignInCall>> {
  const { store, allowances } = parts;
  await allowances.take('vouched', caller.jkt, WALLET_ALLOWANCES.vouches);
  const made = await store.database.transaction(async runner => {
    const way = WAYS_IN['vouch.use'];
    const vouch = await useVouch(store, runner, way, caller, txn);
    const installation = await findInstallation(store, runner, caller.jkt);
    if (vouch === undefined || installation === undefined) throw walletError('SIGN_IN_INVALID');
    const { userId, identityId, locale } = vouch;
    await refuseFrozen(store, runner, 'users', userId);
    const login = { userId, installationId: installation.id, txn, locale, action: 'sign-in.vouched' };
    const session = await addSession(store, runner, way, caller, {
      ...login,
      ...(identityId !== null && { identityId }),
    });
    return { ...session, userId, identityId, installationId: installation.id };
  });
  return { session: await sessionTokens(parts, caller, made), user: await readWalletUser(store, made) };
}

const isSameKey = (one: P256PublicJwk, other: P256PublicJwk) => one.x === other.x && one.y === other.y;
