import { sealToInstallation } from '../../../platform/keyvault/serviceKeys.js';
import type { SqlRunner } from '../../../platform/ports/Database.js';
import { loginTag } from '../../shared/loginTag.js';
import { refuseFrozen } from '../../shared/refuseFrozen.js';
import type { Session } from '../../shared/Session.js';
import { walletError } from '../../shared/walletError.js';
import type { WalletParts } from '../../shared/walletParts.js';
import { usedWay, type WayIn } from '../../shared/waysIn/WayIn.js';
import { findInstallation } from '../auth/installations.js';
import { type SetOf, takeShare } from './shareSets.js';
import { accountOf, sealedSeedOf, type Wallet } from './wallets.js';

/** What a share is released for, and the name of that in the audit log. */
type Purpose = 'half.device' | 'half.recovery' | 'wallet.export';

/**
 * Releases the wallet service's share of a set, encrypted to the session's installation.
 *
 * @throws HttpError 403 `FROZEN`, 404 `SHARE_NOT_FOUND`.
 */
export async function releaseShare(
  { store }: WalletParts,
  runner: SqlRunner,
  way: WayIn,
  { userId, jkt, txn }: Session,
  wallet: Wallet,
  { set, purpose }: { readonly set: SetOf; readonly purpose: Purpose },
) {
  await refuseFrozen(store, runner, 'users', userId);
  const share = await takeShare(store, runner, way, wallet, set);
  const installation = await findInstallation(store, runner, jkt);
  if (share === undefined || installation === undefined) throw walletError('SHARE_NOT_FOUND');
  const meta = { ...usedWay(way), ...loginTag(txn, jkt) };
  await store.audit.append({ action: purpose, subject: wallet.id, actor: jkt, meta }, runner);
  const content = JSON.stringify({ half: Buffer.from(share).toString('base64url') });
  // A share that was released for signing is no share for an export.
  const about = purpose === 'wallet.export' ? `export ${wallet.id}` : wallet.id;
  return {
    jwe: await sealToInstallation(installation.encJwk, content, jkt, about),
    sealedSeed: await sealedSeedOf(store, runner, wallet),
    wallet: accountOf(wallet),
  };
}
