import {
  type agreeToLoginRequest,
  type CallInput,
  matchLocale,
  type prepareLoginRequest,
} from 'latchkit/protocol';
import { type ChangeClaims, readChange, requireSame } from '../shared/changeTokens.js';
import { normalEmail } from '../shared/emailIdentity.js';
import { emailIdentity, type Identity } from '../shared/identity.js';
import type { Caller } from '../shared/proveCaller.js';
import { requireLoginConsent } from '../shared/requireConsent.js';
import { requireShare, requireStanding } from '../shared/requireStanding.js';
import { isSameLogin } from '../shared/settledLogins.js';
import { sharedUntil } from '../shared/sharedUntil.js';
import { idAtProvider, projectOfSubject } from '../shared/socialSubject.js';
import { walletError } from '../shared/walletError.js';
import type { WalletParts } from '../shared/walletParts.js';
import { prepareChange } from './emailChange.js';
import { type EvidenceParts, provenReceipt } from './evidenceGrants.js';
import { keepAgreement, requireHolder, socialLogin } from './keepAgreement.js';
import { sendAgreementCode } from './sendAgreementCode.js';
import { subjectOf } from './subjects.js';
import { takeMail } from './takeMail.js';

/**
 * Lets the holder of the current login agree to another one, which the user approved in the wallet window: with a code that the
 * vault emails to the current address, or without one, by the proofs of the current social login. A login that was changed or
 * added less than 24 hours ago adds none, and a login alone adds none.
 *
 * @throws HttpError 403 `GRANT_INVALID`, `SETTLED_DEVICE_REQUIRED`, `CONSENT_INVALID`, `ACCOUNT_MISMATCH`, `LOGIN_TAKEN`, `FROZEN`,
 *   `RECOVERY_DELAYED`, `LOCKED` or `SIGN_IN_INVALID`, 404 `WALLET_NOT_FOUND`, 429, 503 `MAIL_UNAVAILABLE`.
 */
export async function agreeToLogin(
  parts: WalletParts,
  caller: Caller,
  asked: CallInput<typeof agreeToLoginRequest>['body'],
): Promise<{ retryAfter?: number }> {
  const { store } = parts;
  const { jkt } = caller;
  const { added } = asked;
  const from = asked.currentEmail === undefined ? null : normalEmail(asked.currentEmail);
  const claims = await readChange(parts, 'updateReceipt', asked.updateReceipt);
  const { txn } = claims;
  requireSame(claims, { txn, jkt, from, to: added.subject, provider: added.provider });
  const { current, isSame } =
    from === null
      ? await currentLogin(parts, caller, asked, claims)
      : { current: emailIdentity(from), isSame: false };
  // Without a wallet there is nothing to agree to, which is refused below.
  if (claims.walletId != null) {
    if (isSame) requireShare(claims.standing);
    else requireStanding('addLogin', claims.standing);
  }
  await requireLoginConsent(caller, asked.consent, { txn, current, added });
  if (from !== null) await takeMail(parts, from);
  const locale = matchLocale(asked.locale);
  const agreement = { kind: 'link' as const, claims, current, from, to: added.subject };
  const { provider } = added;
  await keepAgreement(parts, caller, { ...agreement, provider, locale }, async (runner, ownerId) => {
    if ((await subjectOf(store, runner, added)) !== undefined) throw walletError('LOGIN_TAKEN');
    await requireHolder(store, runner, from, ownerId);
  });
  if (from === null) return {};
  return sendAgreementCode(parts, caller, { kind: 'linkCode', txn, to: from, provider, locale });
}

/**
 * The social login that the proofs are of, and whether it is the added one of the same person. A user of before, whom a project's own client logged in as all projects' user, has no
 * proof of that login any more: where the wallet service finds the wallet on this installation, the same person's login by that
 * client counts, for adding itself.
 */
async function currentLogin(
  parts: WalletParts,
  caller: Caller,
  asked: CallInput<typeof agreeToLoginRequest>['body'],
  { joins }: ChangeClaims,
): Promise<{ readonly current: Identity; readonly isSame: boolean }> {
  const { store } = parts;
  const proved = await socialLogin(parts, caller, asked);
  const other = { current: proved, isSame: false };
  const { added } = asked;
  const isOwn = isSameLogin(proved, added) && projectOfSubject(added.subject) === caller.projectId;
  if (!joins || !isOwn) return other;
  const until = await sharedUntil(store, store.database, caller.projectId, added.provider);
  if (until === undefined) return other;
  const { provider, subject } = added;
  return { current: { provider, subject: idAtProvider(subject) }, isSame: true };
}

/**
 * Verifies the added login itself, as for a new installation, and prepares the wallet service's commit. Every known address is
 * notified. A repeated call returns the same response.
 *
 * @throws HttpError 403 `GRANT_INVALID`, `SIGN_IN_INVALID`, `LOGIN_TAKEN`, `FROZEN` or `PROVIDER_UNAVAILABLE`, 429.
 */
export async function prepareLogin(
  parts: WalletParts,
  social: EvidenceParts,
  caller: Caller,
  { secondaryReceipt, ...given }: CallInput<typeof prepareLoginRequest>['body'],
): Promise<{ preparedGrant: string }> {
  await provenReceipt(parts, social, caller, given);
  const { provider, subject } = given.evidence;
  return prepareChange(
    parts,
    caller,
    secondaryReceipt,
    change => change.provider === provider && change.to === subject,
  );
}
