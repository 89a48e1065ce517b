import {
  commitMoveRequest,
  commitRecoveryRequest,
  commitWalletRequest,
  draftWalletRequest,
  enrolInstallationRequest,
  exportWalletRequest,
  readExportRequest,
  rekeyWalletRequest,
  releaseDeviceShareRequest,
  releaseRecoveryShareRequest,
  remindOfExportRequest,
  signProtectionReceiptRequest,
  storeEpochRequest,
  storeMoveRequest,
  storeRecoveryShareRequest,
  switchWalletRequest,
} from 'latchkit/protocol';
import type { CallHandler } from '../../../platform/http/serveCalls.js';
import type { Session } from '../../shared/Session.js';
import { handle } from '../../shared/walletCalls.js';
import type { MayCreate } from '../../shared/walletCreation.js';
import { walletError } from '../../shared/walletError.js';
import type { WalletParts } from '../../shared/walletParts.js';
import { findAddress } from '../auth/users.js';
import { commitWallet, draftWallet, enrol, releaseDeviceShare, releaseRecoveryShare } from './custody.js';
import { remindOfExport } from './exportReminders.js';
import { exportWallet, readExport } from './exportWallet.js';
import { commitMove, storeMove, switchWallet } from './moveWallet.js';
import { commitRecovery, signProtectionReceipt, storeRecoveryShare } from './protection.js';
import { rekey, storeEpoch } from './rekey.js';

/**
 * Serves wallets and the wallet service's shares.
 *
 * @param mayCreate - Whether wallets may be created. In production, users must be able to export them and the keys must be in
 * escrow first.
 */
export function custodyCalls(parts: WalletParts, mayCreate: MayCreate): readonly CallHandler[] {
  const requireOpen = async ({ userId }: Session) => {
    const email = await findAddress(parts.store, userId);
    if (!(await mayCreate(email))) throw walletError('WALLET_CREATION_CLOSED');
  };
  return [
    handle(
      draftWalletRequest,
      async ({ session, body }) => {
        await draftWallet(parts, session, body);
        return { walletId: body.walletId };
      },
      async (context, next) => {
        await requireOpen(context.get('caller').session);
        return next();
      },
    ),
    handle(
      storeMoveRequest,
      ({ session, body }) => storeMove(parts, session, body),
      async (context, next) => {
        await requireOpen(context.get('caller').session);
        return next();
      },
    ),
    handle(commitMoveRequest, ({ session, params }) => commitMove(parts, session, params.id)),
    handle(switchWalletRequest, ({ session, body }) => switchWallet(parts, session, body)),
    handle(commitWalletRequest, ({ session, params, body }) =>
      commitWallet(parts, session, params.id, body.recoveryReceipt),
    ),
    handle(releaseRecoveryShareRequest, ({ session, body }) =>
      releaseRecoveryShare(parts, session, body.approvalGrant, body.walletId),
    ),
    handle(readExportRequest, ({ session }) => readExport(parts, session)),
    handle(remindOfExportRequest, async ({ session }) => {
      await remindOfExport(parts, session);
      return {};
    }),
    handle(exportWalletRequest, ({ session, body }) => exportWallet(parts, session, body)),
    handle(storeEpochRequest, ({ session, body }) => storeEpoch(parts, session, body)),
    handle(rekeyWalletRequest, ({ session, body }) => rekey(parts, session, body)),
    handle(releaseDeviceShareRequest, ({ session, body }) =>
      releaseDeviceShare(parts, session, body.walletId),
    ),
    handle(enrolInstallationRequest, async ({ session, body }) => {
      await enrol(parts, session, body);
      return {};
    }),
    handle(signProtectionReceiptRequest, ({ session, body }) => signProtectionReceipt(parts, session, body)),
    handle(storeRecoveryShareRequest, ({ session, body }) => storeRecoveryShare(parts, session, body)),
    handle(commitRecoveryRequest, ({ session, body }) => commitRecovery(parts, session, body)),
  ];
}
