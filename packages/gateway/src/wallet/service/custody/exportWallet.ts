import type { CallInput, CallResponse, exportWalletRequest, readExportCall } from 'latchkit/protocol';
import type { SqlRunner } from '../../../platform/ports/Database.js';
import { refuseFrozen } from '../../shared/refuseFrozen.js';
import type { Session } from '../../shared/Session.js';
import { exportDelayed, walletError } from '../../shared/walletError.js';
import { WALLET_ALLOWANCES } from '../../shared/walletLimits.js';
import type { WalletParts } from '../../shared/walletParts.js';
import { WAYS_IN } from '../../shared/waysIn/waysIn.js';
import { requireFreshCode } from '../auth/freshCodes.js';
import { takeOfUser } from '../auth/takeOfUser.js';
import { tellEveryAddress } from '../auth/tellEveryAddress.js';
import { hasExportReminder } from './exportReminders.js';
import { findExportWait } from './provenance.js';
import { releaseShare } from './releaseShare.js';
import { requirePasskeyGrant } from './requirePasskeyGrant.js';
import { secondWalletOf, type Wallet, walletOf } from './wallets.js';

/** Returns until when the export waits, and for which installation. */
export async function readExport(
  parts: WalletParts,
  { userId, installationId: own }: Session,
): Promise<CallResponse<typeof readExportCall>> {
  const { store } = parts;
  const wallet = await walletOf(store, store.database, userId);
  if (wallet === undefined) throw walletError('WALLET_NOT_FOUND');
  const wait = await findExportWait(store, store.database, wallet.id);
  if (wait === undefined) return { wait: null };
  const { installationId, browser, hostOrigin, isRevoked, addedAt, opensAt } = wait;
  return {
    wait: {
      opensAt: opensAt.toISOString(),
      addedAt: addedAt.toISOString(),
      ...{ installationId, browser, hostOrigin, isRevoked, isCurrent: installationId === own },
      isReminded: await hasExportReminder(parts, userId),
    },
  };
}

/**
 * Releases the share of the calling installation for an export, and tells every address. A wallet with passkeys needs one of them.
 *
 * @throws HttpError 403 `FROZEN`, `EXPORT_DELAYED`, `PASSKEY_REQUIRED`, `GRANT_INVALID` or those of `requireFreshCode`, 404
 *   `WALLET_NOT_FOUND` or `SHARE_NOT_FOUND`, 429.
 */
export async function exportWallet(
  parts: WalletParts,
  session: Session,
  { code, passkeyGrant: grant, walletId: asked }: CallInput<typeof exportWalletRequest>['body'],
) {
  const { store } = parts;
  const { userId, installationId } = session;
  await takeOfUser(parts, session, 'export', WALLET_ALLOWANCES.exports);
  // A refused export uses up no code.
  const { wallet, active } = await exportable(parts, store.database, userId, asked);
  const walletId = active.id;
  // The passkeys of the active wallet stand for those of the other one, which no other installation can open.
  if (wallet.recoveryMode === 'passkey' || active.recoveryMode === 'passkey')
    await requirePasskeyGrant(parts, store.database, session, { walletId, verb: 'export', grant });
  await requireFreshCode(parts, session, 'export', code);
  const released = await store.database.transaction(async runner => {
    const { wallet: exported } = await exportable(parts, runner, userId, asked);
    return releaseShare(parts, runner, WAYS_IN['wallet.export'], session, exported, {
      set: { kind: 'device', installationId },
      purpose: 'wallet.export',
    });
  });
  const { locale } = session;
  await tellEveryAddress(parts, { kind: 'exported', walletId, userId, locale });
  return released;
}

/** The wallet to export, and the active one. @param asked - Undefined: the active one. */
async function exportable(
  { store }: WalletParts,
  runner: SqlRunner,
  userId: string,
  asked: string | undefined,
): Promise<{ readonly wallet: Wallet; readonly active: Wallet }> {
  await refuseFrozen(store, runner, 'users', userId);
  const active = await walletOf(store, runner, userId);
  const second = await secondWalletOf(store, runner, userId);
  const wallet = [active, second].find(one => one?.id === (asked ?? active?.id));
  if (active === undefined || wallet === undefined) throw walletError('WALLET_NOT_FOUND');
  const wait = await findExportWait(store, runner, wallet.id);
  if (wait !== undefined) throw exportDelayed(wait.opensAt);
  return { wallet, active };
}
