import {
  endPermissionRequest,
  readSessionContext,
  recordPermissionRequest,
  sessionTerms,
  smartAccountAddress,
} from 'latchkit/protocol';
import { HttpError } from '../../../platform/http/HttpError.js';
import type { CallHandler } from '../../../platform/http/serveCalls.js';
import type { ProjectAccess } from '../../shared/ProjectAccess.js';
import type { Session } from '../../shared/Session.js';
import { handle } from '../../shared/walletCalls.js';
import { walletError } from '../../shared/walletError.js';
import { WALLET_ALLOWANCES } from '../../shared/walletLimits.js';
import type { WalletParts } from '../../shared/walletParts.js';
import { walletOf } from '../custody/wallets.js';

/** Lists the permissions of a user's smart account. What they allow, and until when, the chain decides. */
export function permissionCalls(
  { allowances, store }: WalletParts,
  { permissions }: Pick<ProjectAccess, 'permissions'>,
): readonly CallHandler[] {
  /** The account of the session, as its CAIP-10 id. */
  const accountOf = async ({ userId, installationId }: Session, chainId: string): Promise<string> => {
    await allowances.take('aa', installationId, WALLET_ALLOWANCES.userOperationCalls);
    const wallet = await walletOf(store, store.database, userId);
    if (!wallet) throw walletError('WALLET_NOT_FOUND');
    return `${chainId}:${smartAccountAddress(wallet.owner)}`;
  };
  return [
    handle(recordPermissionRequest, async ({ session, body: { chainId, context, method } }) => {
      const account = await accountOf(session, chainId);
      const grant = readSessionContext(context);
      if (!grant) throw new HttpError(404, 'PERMISSION_NOT_FOUND', 'The context is none of this wallet');
      const { projectId, hostOrigin: origin } = session;
      const { type, data } = sessionTerms(grant);
      const granted = {
        ...{ context, method, to: grant.key, expiry: grant.end, permission: { type, data } },
        ...{ rules: [], delegationManager: null, dependencies: [] },
      };
      await permissions.record(projectId, account, { origin, granted });
      return {};
    }),
    handle(endPermissionRequest, async ({ session, body: { chainId, context } }) => {
      await permissions.end(await accountOf(session, chainId), context);
      return {};
    }),
  ];
}
