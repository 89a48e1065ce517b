import {
  type agreeToLoginRemovalRequest,
  type CallInput,
  matchLocale,
  PROVIDER_NAMES,
} from 'latchkit/protocol';
import type { SealedStore } from '../../platform/keyvault/openSealedStore.js';
import type { SqlRunner } from '../../platform/ports/Database.js';
import { type AddressChange, addedIdentity, changeOf, markChange } from '../shared/addressChanges.js';
import { readChange, requireSame, signChange } from '../shared/changeTokens.js';
import { EMAIL_PROVIDER, normalEmail } from '../shared/emailIdentity.js';
import { hostOf } from '../shared/hostOf.js';
import { emailIdentity, identityIndex } from '../shared/identity.js';
import type { Caller } from '../shared/proveCaller.js';
import { refuseFrozen } from '../shared/refuseFrozen.js';
import { requireRemovalConsent } from '../shared/requireConsent.js';
import { requireStanding } from '../shared/requireStanding.js';
import { isSameLogin, requireRemovable } from '../shared/settledLogins.js';
import { walletError } from '../shared/walletError.js';
import type { WalletParts } from '../shared/walletParts.js';
import { usedWay, type WayIn } from '../shared/waysIn/WayIn.js';
import { WAYS_IN } from '../shared/waysIn/waysIn.js';
import { addFreezeLink } from './freezeLinks.js';
import { keepAgreement, requireHolder, socialLogin } from './keepAgreement.js';
import { loginsOf, removeIdentity } from './logins.js';
import { sendAgreementCode } from './sendAgreementCode.js';
import { approvalAddressOf, subjectEmail, subjectOf } from './subjects.js';
import { takeMail } from './takeMail.js';

type Asked = CallInput<typeof agreeToLoginRemovalRequest>['body'];

/**
 * Lets the holder of a current login agree to the removal of one, which the user approved in the wallet window: with a code that
 * the vault emails to the current address, or without one, by the proofs of a social login of the wallet. A login that was
 * changed or added less than 24 hours ago removes none.
 *
 * @throws HttpError 403 `GRANT_INVALID`, `CONSENT_INVALID`, `ACCOUNT_MISMATCH`, `LAST_LOGIN`, `FROZEN`, `RECOVERY_DELAYED`,
 *   `LOCKED` or `SIGN_IN_INVALID`, 404 `WALLET_NOT_FOUND`, 429, 503 `MAIL_UNAVAILABLE`.
 */
export async function agreeToLoginRemoval(
  parts: WalletParts,
  caller: Caller,
  asked: Asked,
): Promise<{ retryAfter?: number }> {
  const { store } = parts;
  const { jkt } = caller;
  const { removed } = asked;
  const from = asked.currentEmail === undefined ? null : normalEmail(asked.currentEmail);
  const claims = await readChange(parts, 'removalReceipt', asked.removalReceipt);
  const { txn } = claims;
  requireSame(claims, { txn, jkt, from, to: removed.subject, provider: removed.provider });
  if (claims.walletId != null) requireStanding('removeLogin', claims.standing);
  const current = from === null ? await socialLogin(parts, caller, asked) : emailIdentity(from);
  const locale = matchLocale(asked.locale);
  const agreement = { kind: 'removal' as const, claims, current, from, to: removed.subject };
  const { provider } = removed;
  await keepAgreement(parts, caller, { ...agreement, provider, locale }, async (runner, ownerId) => {
    await requireHolder(store, runner, from, ownerId);
    const logins = await loginsOf(store, runner, ownerId);
    const remaining = logins.filter(login => !isSameLogin(login, removed));
    await requireRemovalConsent(caller, asked.consent, { txn, removed, remaining });
    await refuseOthersLogin(store, runner, ownerId, removed);
    requireRemovable(removed, logins);
  });
  if (from === null) return {};
  await takeMail(parts, from);
  return sendAgreementCode(parts, caller, { kind: 'removeCode', txn, to: from, provider, locale });
}

/**
 * Removes the login, before the wallet service does. Every known address is notified. A repeated call returns the same response.
 *
 * @throws HttpError 403 `GRANT_INVALID`, `FROZEN`, `LAST_LOGIN` or `SIGN_IN_INVALID`.
 */
export async function removeVaultLogin(
  parts: WalletParts,
  caller: Caller,
  removalReceipt: string,
): Promise<{ removedGrant: string }> {
  const { store } = parts;
  const claims = await readChange(parts, 'removalReceipt', removalReceipt);
  const { change, isFirst } = await store.database.transaction(async runner => {
    const found = await changeOf(store, runner, caller, claims.txn);
    requireSame(claims, found);
    const { ownerId } = found;
    if (found.kind !== 'removal' || ownerId === null) throw walletError('SIGN_IN_INVALID');
    if (found.state === 'committed') return { change: found, isFirst: false };
    if (found.state !== 'proved') throw walletError('SIGN_IN_INVALID');
    const way = WAYS_IN['login.remove-vault'];
    await remove(store, runner, way, ownerId, found);
    await markChange(store, runner, found, 'committed');
    const entry = { action: 'login.remove', subject: ownerId, actor: caller.jkt, meta: usedWay(way) };
    await store.audit.append(entry, runner);
    return { change: found, isFirst: true };
  });
  if (isFirst) await tellOfRemoval(parts, caller, change);
  return { removedGrant: await signChange(parts, 'removedGrant', change) };
}

async function remove(
  store: SealedStore,
  runner: SqlRunner,
  way: WayIn,
  ownerId: string,
  change: AddressChange,
): Promise<void> {
  const { schema } = store;
  await runner.query(`select 1 from ${schema}.subjects where id = $1 for update`, [ownerId]);
  await refuseFrozen(store, runner, 'subjects', ownerId);
  const removed = addedIdentity(change);
  const logins = await loginsOf(store, runner, ownerId);
  requireRemovable(removed, logins);
  await removeIdentity(store, runner, way, ownerId, logins, removed);
  // The commit of an earlier addition must not bring it back.
  await runner.query(
    `delete from ${schema}.address_changes where owner_id = $1 and state = 'prepared' and to_bidx = $2`,
    [ownerId, identityIndex(store, removed)],
  );
}

/** A login that the vault doesn't know is removed at the wallet service only: the vault missed its addition. */
async function refuseOthersLogin(
  store: SealedStore,
  runner: SqlRunner,
  ownerId: string,
  removed: Asked['removed'],
): Promise<void> {
  const holder = await subjectOf(store, runner, removed);
  if (holder !== undefined && holder !== ownerId) throw walletError('ACCOUNT_MISMATCH');
}

/** Every address that the vault knows gets a link that restores the login. */
async function tellOfRemoval(parts: WalletParts, caller: Caller, change: AddressChange): Promise<void> {
  const { store, mails } = parts;
  const { ownerId, txn, provider } = change;
  if (ownerId === null || provider === EMAIL_PROVIDER) return;
  const known = [
    await subjectEmail(store, store.database, ownerId),
    await approvalAddressOf(store, store.database, ownerId),
  ];
  const locale = matchLocale(change.locale);
  const values = { host: hostOf(caller.hostOrigin), login: PROVIDER_NAMES[provider] };
  for (const to of new Set(known)) {
    if (to === undefined) continue;
    const link = await addFreezeLink(parts, { email: to, locale, subjectId: ownerId, txn, page: 'restore' });
    await mails.inform({ kind: 'removed', to, locale, values, link });
  }
}
