import { type agreeToEmailRequest, type CallInput, matchLocale } from 'latchkit/protocol';
import type { SealedStore } from '../../platform/keyvault/openSealedStore.js';
import type { SqlRunner } from '../../platform/ports/Database.js';
import { changeOf, keepChange, markChange } from '../shared/addressChanges.js';
import { type ChangeClaims, readChange, requireSame, signChange } from '../shared/changeTokens.js';
import { EMAIL_PROVIDER, normalEmail } from '../shared/emailIdentity.js';
import type { Identity } from '../shared/identity.js';
import type { Caller } from '../shared/proveCaller.js';
import { refuseFrozen } from '../shared/refuseFrozen.js';
import { requireConsent } from '../shared/requireConsent.js';
import { walletError } from '../shared/walletError.js';
import type { WalletParts } from '../shared/walletParts.js';
import { followLogins } from './emailChange.js';
import { proveSignIn } from './proveSignIn.js';
import { refuseChangedIdentity, subjectEmail, subjectOf, subjectOfWallet } from './subjects.js';

/**
 * Agrees that the wallet service adds an address to a social login. The vault verified that login itself, and the user approved
 * both in the wallet window. A login that was added less than 24 hours ago adds none.
 *
 * @throws HttpError 403 `GRANT_INVALID`, `CONSENT_INVALID`, `ACCOUNT_MISMATCH`, `EMAIL_TAKEN` if there is an address already,
 *   `FROZEN`, `RECOVERY_DELAYED` or `SIGN_IN_INVALID`, 404 `WALLET_NOT_FOUND`.
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
  const { identity } = await proveSignIn(parts, caller, asked);
  // The holder of an address agrees with a code.
  if (identity.provider === EMAIL_PROVIDER) throw walletError('GRANT_INVALID');
  await requireConsent(caller, asked.consent, { txn, from: null, to, login: identity });
  const change = await store.database.transaction(async runner => {
    const ownerId = await ownerOfLogin(store, runner, claims, identity);
    await refuseFrozen(store, runner, 'subjects', ownerId);
    await refuseChangedIdentity(store, runner, identity);
    if ((await subjectEmail(store, runner, ownerId)) !== undefined) throw walletError('EMAIL_TAKEN');
    const locale = matchLocale(asked.locale);
    await keepChange(store, runner, { txn, ownerId, kind: 'link', jkt, from: null, to, locale });
    const kept = await changeOf(store, runner, caller, txn);
    // A wallet service that signs two receipts for one change must not use one agreement for another wallet or address.
    requireSame(claims, kept);
    if (kept.kind !== 'link' || kept.ownerId !== ownerId) throw walletError('GRANT_INVALID');
    if (kept.state === 'asked') await markChange(store, runner, kept, 'proved');
    return kept;
  });
  return { primaryGrant: await signChange(parts, 'primaryGrant', change) };
}

/** The subject of the wallet in a receipt, which has to have this login. @throws HttpError 404 `WALLET_NOT_FOUND`, 403 `ACCOUNT_MISMATCH`. */
export async function ownerOfLogin(
  store: SealedStore,
  runner: SqlRunner,
  claims: ChangeClaims,
  identity: Identity,
): Promise<string> {
  const { walletId = null } = claims;
  const ownerId = walletId === null ? undefined : await subjectOfWallet(store, runner, walletId);
  if (ownerId === undefined) throw walletError('WALLET_NOT_FOUND');
  await followLogins(store, runner, ownerId, claims);
  if ((await subjectOf(store, runner, identity)) !== ownerId) throw walletError('ACCOUNT_MISMATCH');
  return ownerId;
}
