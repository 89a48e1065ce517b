import {
  endSiteRequest,
  endSiteSessionRequest,
  freezeOwnWalletRequest,
  keepWalletRequest,
  listSitesRequest,
  pauseFreezeRequest,
  readActivityRequest,
  readHomeRequest,
  requestDeletionRequest,
  sendPortalCodeRequest,
  unfreezeOwnWalletRequest,
} from 'latchkit/protocol';
import type { CallHandler } from '../../../platform/http/serveCalls.js';
import { handle } from '../../shared/walletCalls.js';
import type { WalletParts } from '../../shared/walletParts.js';
import { sendFreshCode } from '../auth/freshCodes.js';
import { readActivity } from './activity.js';
import { keepWallet, requestDeletion } from './deletion.js';
import { readHome } from './home.js';
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
  ];
}
