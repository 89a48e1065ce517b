import { type agreeToEmailRequest, type CallInput, matchLocale } from 'latchkit/protocol';
import { readChange, requireSame, signChange } from '../shared/changeTokens.js';
import { normalEmail } from '../shared/emailIdentity.js';
import type { Caller } from '../shared/proveCaller.js';
import { requireConsent } from '../shared/requireConsent.js';
import { requireStanding } from '../shared/requireStanding.js';
import { walletError } from '../shared/walletError.js';
import type { WalletParts } from '../shared/walletParts.js';
import { keepAgreement, socialLogin } from './keepAgreement.js';
import { subjectEmail } from './subjects.js';

/**
 * Agrees that the wallet service adds an address to a social login. The vault verified that login itself, and the user approved
 * both in the wallet window. A login that was added less than 24 hours ago adds none.
 *
 * @throws HttpError 403 `GRANT_INVALID`, `SETTLED_DEVICE_REQUIRED`, `CONSENT_INVALID`, `ACCOUNT_MISMATCH`, `EMAIL_TAKEN` if there is an
 *   address already, `FROZEN`, `RECOVERY_DELAYED` or `SIGN_IN_INVALID`, 404 `WALLET_NOT_FOUND`.
 */
export async function agreeToEmail(
  parts: WalletParts,
  caller: Caller,
  asked: CallInput<typeof agreeToEmailRequest>['body'],
): Promise<{ primaryGrant: string }> {
  const { store } = parts;
  const { jkt } = caller;
  const to = normalEmail(asked.email);
  const claims = await readChange(parts, 'updateReceipt', asked.updateReceipt);
  const { txn } = claims;
  requireSame(claims, { txn, jkt, from: null, to });
  if (claims.walletId != null) requireStanding('changeEmail', claims.standing);
  // The holder of an address agrees with a code.
  const identity = await socialLogin(parts, caller, asked);
  await requireConsent(caller, asked.consent, { txn, from: null, to, login: identity });
  const agreement = { kind: 'link' as const, claims, current: identity, from: null, to };
  const locale = matchLocale(asked.locale);
  const change = await keepAgreement(parts, caller, { ...agreement, locale }, async (runner, ownerId) => {
    if ((await subjectEmail(store, runner, ownerId)) !== undefined) throw walletError('EMAIL_TAKEN');
  });
  return { primaryGrant: await signChange(parts, 'primaryGrant', change) };
}
