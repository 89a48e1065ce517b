import {
  type CallInput,
  type CallResponse,
  matchLocale,
  type startLoginLinkCall,
  type startLoginLinkRequest,
} from 'latchkit/protocol';
import type { Caller } from '../../shared/proveCaller.js';
import { refuseFrozen } from '../../shared/refuseFrozen.js';
import type { Session } from '../../shared/Session.js';
import { walletError } from '../../shared/walletError.js';
import { WALLET_ALLOWANCES, WALLET_TIMES } from '../../shared/walletLimits.js';
import { takeOfUser } from '../auth/takeOfUser.js';
import { confirmChange } from '../signIn/emailUpdate.js';
import { authReceiptOf, findResult, type PassOf, sealEvidence } from './redeemSocialSignIn.js';
import type { SocialParts } from './SocialParts.js';
import { redeemSocialTxn } from './socialTxns.js';
import { startLink } from './startLink.js';

/**
 * Starts to add the login of a finished sign-in to the wallet of the session's user, and voids an earlier change. It adds
 * nothing and sends no email, because the user has to consent first.
 *
 * @param passOf - The browser's cookie of a full-page sign-in.
 * @throws HttpError 403 `FROZEN`, `REAUTH_REQUIRED`, `SIGN_IN_INVALID`, or `LOGIN_TAKEN` if the login has a user already: users
 *   are never merged; 403 `PASSED_ELSEWHERE` and those of `requireSettled`, which use nothing up; 429.
 */
export async function startLoginLink(
  parts: SocialParts,
  caller: Caller,
  session: Session,
  body: CallInput<typeof startLoginLinkRequest>['body'],
  passOf: PassOf,
): Promise<CallResponse<typeof startLoginLinkCall>> {
  const { store } = parts;
  const { userId } = session;
  await refuseFrozen(store, store.database, 'users', userId);
  if (Date.now() - session.createdAt.getTime() > WALLET_TIMES.freshSession)
    throw walletError('REAUTH_REQUIRED');
  const { txn: signIn, isHere } = await findResult(parts, caller, { ...body, id: body.signIn }, passOf);
  if (!isHere) throw walletError('PASSED_ELSEWHERE');
  await takeOfUser(parts, session, 'email update asked', WALLET_ALLOWANCES.emailUpdatesAsked);
  const locale = matchLocale(body.locale ?? session.locale);
  const { link, identity } = await startLink(parts, session, { ...signIn, locale }, async runner => {
    const found = await redeemSocialTxn(store, runner, signIn);
    if (found === undefined) throw walletError('SIGN_IN_INVALID');
    const standing = await confirmChange(parts, runner, session, { action: 'addLogin', ...body });
    return { ...found, standing };
  });
  return {
    ...link,
    authReceipt: await authReceiptOf(parts, signIn, identity.subject),
    evidence: await sealEvidence(parts, caller, signIn, identity),
  };
}
