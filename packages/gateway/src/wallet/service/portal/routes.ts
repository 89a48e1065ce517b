import {
  endSiteRequest,
  endSiteSessionRequest,
  freezeOwnWalletRequest,
  freezeRevokedRequest,
  keepWalletRequest,
  listSitesRequest,
  objectToDeletionRequest,
  pauseFreezeRequest,
  readActivityRequest,
  readHomeRequest,
  readRevocationRequest,
  requestDeletionRequest,
  seeEndedDeletionRequest,
  sendPortalCodeRequest,
  unfreezeOwnWalletRequest,
} from 'latchkit/protocol';
import type { CallHandler } from '../../../platform/http/serveCalls.js';
import type { Caller } from '../../shared/proveCaller.js';
import { handle } from '../../shared/walletCalls.js';
import { WALLET_ALLOWANCES } from '../../shared/walletLimits.js';
import type { WalletParts } from '../../shared/walletParts.js';
import { sendFreshCode } from '../auth/freshCodes.js';
import { findRevocation } from '../auth/revocations.js';
import { readActivity } from './activity.js';
import { keepWallet, requestDeletion, seeEndedDeletion } from './deletion.js';
import { readHome } from './home.js';
import { freezeRevoked, objectToDeletion, readRevocation } from './revoked.js';
import { endSessionsAt, listSites } from './sites.js';
import { freezeOwnWallet, pauseFreeze, unfreezeOwnWallet } from './userFreeze.js';

/** The calls of the portal's pages. */
export function portalCalls(parts: WalletParts): readonly CallHandler[] {
  return [
    handle(readHomeRequest, ({ session }) => readHome(parts, session)),
    handle(sendPortalCodeRequest, ({ session, body }) => sendFreshCode(parts, session, body)),
    handle(freezeOwnWalletRequest, ({ session }) => freezeOwnWallet(parts, session)),
    handle(unfreezeOwnWalletRequest, ({ session, body }) => unfreezeOwnWallet(parts, session, body.code)),
    handle(pauseFreezeRequest, ({ session, body }) => pauseFreeze(parts, session, body.code)),
    handle(listSitesRequest, ({ session }) => listSites(parts, session)),
    handle(endSiteSessionRequest, async ({ session, params }) => {
      await endSessionsAt(parts, session, { id: params.id });
      return {};
    }),
    handle(endSiteRequest, async ({ session, body }) => ({
      ended: await endSessionsAt(parts, session, body),
    })),
    handle(readActivityRequest, ({ session, body }) => readActivity(parts, session, body.cursor)),
    handle(requestDeletionRequest, ({ session, body }) => requestDeletion(parts, session, body)),
    handle(keepWalletRequest, async ({ session }) => {
      await keepWallet(parts, session);
      return {};
    }),
    handle(seeEndedDeletionRequest, async ({ session }) => {
      await seeEndedDeletion(parts, session);
      return {};
    }),
    ...revokedCalls(parts),
  ];
}

/**
 * The calls of an installation that was revoked. Keys cost nothing, so the network is counted, but for keys that were revoked: strangers
 * must not keep them from objecting.
 */
function revokedCalls(parts: WalletParts): readonly CallHandler[] {
  const counted =
    <Given extends { readonly caller: Caller }, Answer>(
      respond: (parts: WalletParts, caller: Caller) => Promise<Answer>,
    ) =>
    async ({ caller }: Given) => {
      const { allowances, store } = parts;
      const isRevoked = (await findRevocation(store, store.database, caller.jkt)) !== undefined;
      await (isRevoked
        ? allowances.take('revoked of key', caller.jkt, WALLET_ALLOWANCES.looksOfNetwork)
        : allowances.take('revoked', caller.network, WALLET_ALLOWANCES.looksOfNetwork));
      return respond(parts, caller);
    };
  return [
    handle(readRevocationRequest, counted(readRevocation)),
    handle(objectToDeletionRequest, counted(objectToDeletion)),
    handle(freezeRevokedRequest, counted(freezeRevoked)),
  ];
}
