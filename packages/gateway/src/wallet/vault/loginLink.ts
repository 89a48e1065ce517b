import {
  type agreeToLoginRequest,
  type CallInput,
  matchLocale,
  type prepareLoginRequest,
} from 'latchkit/protocol';
import { changeOf, keepChange, markChange, refuseLockedAddress } from '../shared/addressChanges.js';
import { readChange, requireSame } from '../shared/changeTokens.js';
import { cooldown } from '../shared/cooldown.js';
import { EMAIL_PROVIDER, normalEmail } from '../shared/emailIdentity.js';
import { emailIdentity, type Identity } from '../shared/identity.js';
import type { Caller } from '../shared/proveCaller.js';
import { refuseFrozen } from '../shared/refuseFrozen.js';
import { requireLoginConsent } from '../shared/requireConsent.js';
import { walletError } from '../shared/walletError.js';
import { WALLET_ALLOWANCES } from '../shared/walletLimits.js';
import type { WalletParts } from '../shared/walletParts.js';
import { prepareChange } from './emailChange.js';
import { ownerOfLogin } from './emailLink.js';
import { type EvidenceParts, provenReceipt } from './evidenceGrants.js';
import { proveSignIn } from './proveSignIn.js';
import { sendAgreementCode } from './sendAgreementCode.js';
import { refuseChangedIdentity, subjectEmail, subjectOf } from './subjects.js';

type Asked = CallInput<typeof agreeToLoginRequest>['body'];

/**
 * Lets the holder of the current login agree to another one, which the user approved in the wallet window: with a code that the
 * vault emails to the current address, or without one, by the proofs of the current social login. A login that was changed or
 * added less than 24 hours ago adds none.
 *
 * @throws HttpError 403 `GRANT_INVALID`, `CONSENT_INVALID`, `ACCOUNT_MISMATCH`, `LOGIN_TAKEN`, `FROZEN`, `RECOVERY_DELAYED`,
 *   `LOCKED` or `SIGN_IN_INVALID`, 404 `WALLET_NOT_FOUND`, 429, 503 `MAIL_UNAVAILABLE`.
 */
export async function agreeToLogin(
  parts: WalletParts,
  caller: Caller,
  asked: Asked,
): Promise<{ retryAfter?: number }> {
  const { store } = parts;
  const { jkt } = caller;
  const { added } = asked;
  const from = asked.currentEmail === undefined ? null : normalEmail(asked.currentEmail);
  const claims = await readChange(parts, 'updateReceipt', asked.updateReceipt);
  const { txn } = claims;
  const named = { txn, jkt, from, to: added.subject, provider: added.provider };
  requireSame(claims, named);
  const current = from === null ? await socialLogin(parts, caller, asked) : emailIdentity(from);
  await requireLoginConsent(caller, asked.consent, { txn, current, added });
  if (from !== null) await takeMail(parts, from);
  const locale = matchLocale(asked.locale);
  await store.database.transaction(async runner => {
    const ownerId = await ownerOfLogin(store, runner, claims, current);
    await refuseFrozen(store, runner, 'subjects', ownerId);
    await refuseChangedIdentity(store, runner, current);
    if ((await subjectOf(store, runner, added)) !== undefined) throw walletError('LOGIN_TAKEN');
    // With an address, its holder has to agree, not that of a social login.
    if (from === null && (await subjectEmail(store, runner, ownerId)) !== undefined) {
      throw walletError('GRANT_INVALID');
    }
    await keepChange(store, runner, { ...named, ownerId, kind: 'link', locale });
    const kept = await changeOf(store, runner, caller, txn);
    requireSame(claims, kept);
    if (kept.kind !== 'link' || kept.ownerId !== ownerId) throw walletError('GRANT_INVALID');
    if (from === null && kept.state === 'asked') await markChange(store, runner, kept, 'proved');
  });
  if (from === null) return {};
  const { provider } = added;
  return sendAgreementCode(parts, caller, { kind: 'linkCode', txn, to: from, provider, locale });
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

/** The social login that the proofs of a request are of. @throws HttpError 403 `GRANT_INVALID`. */
export async function socialLogin(
  parts: WalletParts,
  caller: Caller,
  { approvalGrant, authReceipt }: Pick<Asked, 'approvalGrant' | 'authReceipt'>,
): Promise<Identity> {
  if (approvalGrant === undefined || authReceipt === undefined) throw walletError('GRANT_INVALID');
  const { identity } = await proveSignIn(parts, caller, { approvalGrant, authReceipt });
  if (identity.provider === EMAIL_PROVIDER) throw walletError('GRANT_INVALID');
  return identity;
}

/** Counts an email to an address. @throws HttpError 403 `LOCKED`, 429. */
export async function takeMail(parts: WalletParts, email: string): Promise<void> {
  const { store, counters, allowances } = parts;
  const index = store.secret.index('email', email);
  await refuseLockedAddress(parts, index);
  await cooldown(counters, index);
  for (const allowance of WALLET_ALLOWANCES.mailsToAddress) await allowances.take('mail', index, allowance);
}
