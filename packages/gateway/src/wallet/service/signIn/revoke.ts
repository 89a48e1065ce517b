import type { CallInput, revokeInstallationRequest } from 'latchkit/protocol';
import type { Session } from '../../shared/Session.js';
import { walletError } from '../../shared/walletError.js';
import type { WalletParts } from '../../shared/walletParts.js';
import { usedWay } from '../../shared/waysIn/WayIn.js';
import { WAYS_IN } from '../../shared/waysIn/waysIn.js';
import { endBegun } from '../auth/endBegun.js';
import { requireFreshCode } from '../auth/freshCodes.js';
import { revokeInstallation } from '../auth/installations.js';
import { recordRevocation } from '../auth/revocations.js';
import { lockSession } from '../auth/sessions.js';
import { requireSettled } from '../custody/requireSettled.js';
import { walletOf } from '../custody/wallets.js';

/**
 * Revokes an installation of the user. The calling one forgets itself without a code, whatever it has of the wallet: it loses nothing
 * that its browser could not delete.
 *
 * @throws HttpError 403 those of `requireSettled` and `requireFreshCode`, 404 `SHARE_NOT_FOUND`.
 */
export async function revoke(
  parts: WalletParts,
  session: Session,
  id: string,
  { code, passkeyGrant: grant }: CallInput<typeof revokeInstallationRequest>['body'],
): Promise<void> {
  const { store } = parts;
  const { userId, jkt, installationId } = session;
  const isOwn = id === installationId;
  const way = isOwn ? WAYS_IN['installation.forget'] : WAYS_IN['installation.revoke'];
  if (!isOwn) {
    const wallet = await walletOf(store, store.database, userId);
    // A refused call uses up no code.
    await requireSettled(parts, store.database, session, { action: 'revoke', wallet, grant });
    await requireFreshCode(parts, session, 'revoke', code);
  }
  await store.database.transaction(async runner => {
    await lockSession(store, runner, session);
    if (!isOwn) await recordRevocation(store, runner, session, id);
    if (!(await revokeInstallation(store, runner, way, userId, id))) throw walletError('SHARE_NOT_FOUND');
    await endBegun(store, runner, session, id);
    const meta = usedWay(way);
    await store.audit.append({ action: 'installation.revoke', subject: userId, actor: jkt, meta }, runner);
  });
}
