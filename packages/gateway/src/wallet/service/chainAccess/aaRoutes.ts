import {
  callBundlerRequest,
  callHostPaymasterRequest,
  listSmartAccountChainsRequest,
  setPreferredAccountRequest,
} from 'latchkit/protocol';
import type { CallHandler } from '../../../platform/http/serveCalls.js';
import type { OperationCaller } from '../../../platform/OperationCaller.js';
import type { ProjectAccess } from '../../shared/ProjectAccess.js';
import { refuseFrozen } from '../../shared/refuseFrozen.js';
import type { Session } from '../../shared/Session.js';
import { handle } from '../../shared/walletCalls.js';
import { walletError } from '../../shared/walletError.js';
import { WALLET_ALLOWANCES } from '../../shared/walletLimits.js';
import type { WalletParts } from '../../shared/walletParts.js';
import { requireWallet, setPreferredAccount } from '../custody/wallets.js';

/** Passes calls about the user operations of a wallet to bundlers and paymasters, for the session of an installation. */
export function aaCalls(
  parts: WalletParts,
  access: Pick<
    ProjectAccess,
    'smartAccountChains' | 'permissionChains' | 'registeredFunctions' | 'callBundler' | 'callHostPaymaster'
  >,
): readonly CallHandler[] {
  const { allowances, store } = parts;
  const take = ({ installationId }: Session) =>
    allowances.take('aa', installationId, WALLET_ALLOWANCES.userOperationCalls);
  const callerOf = async (session: Session, network: string, walletId?: string): Promise<OperationCaller> => {
    const { projectId, userId, hostOrigin } = session;
    const { owner } = await requireWallet(store, store.database, session, walletId);
    return { projectId, userId, origin: hostOrigin, network, owner };
  };
  return [
    handle(listSmartAccountChainsRequest, async ({ session, context }) => {
      await take(session);
      const { signal } = context.req.raw;
      const [chains, permissions, registered] = await Promise.all([
        access.smartAccountChains(signal),
        access.permissionChains(session.projectId, signal),
        access.registeredFunctions(session.projectId),
      ]);
      return { chains: [...chains], permissions: [...permissions], registered };
    }),
    handle(setPreferredAccountRequest, async ({ session, body }) => {
      await take(session);
      const isStored = await setPreferredAccount(store, store.database, session.userId, body.type);
      if (!isStored) throw walletError('WALLET_NOT_FOUND');
      return {};
    }),
    handle(callBundlerRequest, async ({ session, caller: { network }, params, body, context }) => {
      await take(session);
      const { walletId, ...call } = body;
      const caller = await callerOf(session, network, walletId);
      // The wallet may have been frozen after the user approved.
      if (call.method === 'eth_sendUserOperation') {
        await refuseFrozen(store, store.database, 'users', session.userId);
      }
      return access.callBundler(params.chainId, call, caller, context.req.raw.signal);
    }),
    handle(callHostPaymasterRequest, async ({ session, caller: { network }, params, body, context }) => {
      await take(session);
      const caller = await callerOf(session, network);
      return access.callHostPaymaster(params.chainId, body, caller, context.req.raw.signal);
    }),
  ];
}
