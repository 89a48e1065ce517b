import {
  commitWalletRequest,
  draftWalletRequest,
  enrolInstallationRequest,
  rekeyWalletRequest,
  releaseDeviceShareRequest,
  releaseRecoveryShareRequest,
} from 'latchkit/protocol';
import type { CallHandler } from '../../../platform/http/serveCalls.js';
import { handle } from '../../shared/walletCalls.js';
import type { MayCreate } from '../../shared/walletCreation.js';
import { walletError } from '../../shared/walletError.js';
import type { WalletParts } from '../../shared/walletParts.js';
import {
  commitWallet,
  draftWallet,
  enrol,
  rekey,
  releaseDeviceShare,
  releaseRecoveryShare,
} from './custody.js';

/**
 * Serves wallets and the wallet service's shares.
 *
 * @param mayCreate - Whether wallets may be created. In production, users must be able to export them and the keys must be in
 * escrow first.
 */
export function custodyCalls(parts: WalletParts, mayCreate: MayCreate): readonly CallHandler[] {
  return [
    handle(
      draftWalletRequest,
      async ({ session, body }) => {
        await draftWallet(parts, session, body);
        return { walletId: body.walletId };
      },
      async (_, next) => {
        if (!(await mayCreate())) throw walletError('WALLET_CREATION_CLOSED');
        return next();
      },
    ),
    handle(commitWalletRequest, ({ session, params, body }) =>
      commitWallet(parts, session, params.id, body.recoveryReceipt),
    ),
    handle(releaseRecoveryShareRequest, ({ session, body }) =>
      releaseRecoveryShare(parts, session, body.approvalGrant, body.walletId),
    ),
    handle(rekeyWalletRequest, ({ session, body }) => rekey(parts, session, body)),
    handle(releaseDeviceShareRequest, ({ session, body }) =>
      releaseDeviceShare(parts, session, body.walletId),
    ),
    handle(enrolInstallationRequest, async ({ session, body }) => {
      await enrol(parts, session, body.epoch, body.half);
      return {};
    }),
  ];
}
