import {
  type CallInput,
  type CallResponse,
  matchLocale,
  type startLoginLinkCall,
  type startLoginLinkRequest,
} from 'latchkit/protocol';
import { uuidv7 } from '../../../platform/uuidv7.js';
import { keepChange, markChange } from '../../shared/addressChanges.js';
import { EMAIL_PROVIDER, identityHash } from '../../shared/emailIdentity.js';
import type { Caller } from '../../shared/proveCaller.js';
import { refuseFrozen } from '../../shared/refuseFrozen.js';
import type { Session } from '../../shared/Session.js';
import { walletError } from '../../shared/walletError.js';
import { WALLET_ALLOWANCES, WALLET_TIMES } from '../../shared/walletLimits.js';
import { findAddress } from '../auth/users.js';
import { endChanges, loginIn } from '../signIn/emailUpdate.js';
import { authReceiptOf, findResult, type PassOf, sealEvidence, weaknessOf } from './redeemSocialSignIn.js';
import type { SocialParts } from './SocialParts.js';
import { redeemSocialTxn } from './socialTxns.js';
import { findSocialUser } from './socialUsers.js';

/**
 * Starts to add the login of a finished sign-in to the wallet of the session's user, and voids an earlier change. It adds
 * nothing and sends no email, because the user has to consent first.
 *
 * @param passOf - The browser's cookie of a full-page sign-in.
 * @throws HttpError 403 `FROZEN`, `REAUTH_REQUIRED`, `SIGN_IN_INVALID`, or `LOGIN_TAKEN` if the login has a user already: users
 *   are never merged; 403 `PASSED_ELSEWHERE` or `KNOWN_DEVICE_REQUIRED`, which use nothing up; 429.
 */
export async function startLoginLink(
  parts: SocialParts,
  caller: Caller,
  session: Session,
  body: CallInput<typeof startLoginLinkRequest>['body'],
  passOf: PassOf,
): Promise<CallResponse<typeof startLoginLinkCall>> {
  const { store, allowances } = parts;
  const { userId, jkt } = session;
  await refuseFrozen(store, store.database, 'users', userId);
  if (Date.now() - session.createdAt.getTime() > WALLET_TIMES.freshSession)
    throw walletError('REAUTH_REQUIRED');
  const { txn: signIn, isHere } = await findResult(parts, caller, { ...body, id: body.signIn }, passOf);
  if (!isHere) throw walletError('PASSED_ELSEWHERE');
  await allowances.take('email update asked', userId, WALLET_ALLOWANCES.emailUpdatesAsked);
  const { provider } = signIn;
  const from = (await findAddress(store, userId)) ?? null;
  const txn = uuidv7();
  const identity = await store.database.transaction(async runner => {
    const found = await redeemSocialTxn(store, runner, signIn);
    if (found === undefined) throw walletError('SIGN_IN_INVALID');
    const weakness = weaknessOf(signIn, found);
    if (weakness !== undefined) throw walletError(weakness);
    const { subject: to, name } = found;
    if ((await findSocialUser(store, runner, { provider, subject: to })) !== undefined) {
      throw walletError('LOGIN_TAKEN');
    }
    await endChanges(parts, runner, userId);
    const locale = matchLocale(body.locale ?? session.locale);
    const change = { txn, ownerId: userId, kind: 'link', jkt, from, to, provider, name, locale } as const;
    await keepChange(store, runner, change);
    await markChange(store, runner, change, 'proved');
    return found;
  });
  const { subject, name } = identity;
  const hashed = (of: string, id: string) => identityHash(txn, of, id);
  return {
    txn,
    added: { provider, name, idh: hashed(provider, subject) },
    ...(from === null
      ? { current: await loginIn(store, session, txn) }
      : {
          current: { provider: EMAIL_PROVIDER, name: from, idh: hashed(EMAIL_PROVIDER, from) },
          currentEmail: from,
        }),
    authReceipt: await authReceiptOf(parts, signIn, subject),
    evidence: await sealEvidence(parts, caller, signIn, identity),
  };
}
