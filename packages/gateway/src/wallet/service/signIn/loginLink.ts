import type { SealedStore } from '../../../platform/keyvault/openSealedStore.js';
import type { SqlRunner } from '../../../platform/ports/Database.js';
import { type AddressChange, addedIdentity, markChange } from '../../shared/addressChanges.js';
import { readChange, requireSame, signChange } from '../../shared/changeTokens.js';
import { cooldown } from '../../shared/cooldown.js';
import { EMAIL_PROVIDER } from '../../shared/emailIdentity.js';
import { emailIdentity, type Identity } from '../../shared/identity.js';
import type { Caller } from '../../shared/proveCaller.js';
import { refuseFrozen } from '../../shared/refuseFrozen.js';
import { requireLoginConsent } from '../../shared/requireConsent.js';
import type { Session } from '../../shared/Session.js';
import { idAtProvider } from '../../shared/socialSubject.js';
import { walletError } from '../../shared/walletError.js';
import { WALLET_ALLOWANCES } from '../../shared/walletLimits.js';
import type { WalletParts } from '../../shared/walletParts.js';
import { usedWay } from '../../shared/waysIn/WayIn.js';
import { WAYS_IN } from '../../shared/waysIn/waysIn.js';
import { findFormerUser } from '../auth/findFormerUser.js';
import { takeOfUser } from '../auth/takeOfUser.js';
import { addSocialIdentity, identityOf } from '../auth/users.js';
import { hasSet } from '../custody/shareSets.js';
import { walletOf } from '../custody/wallets.js';
import { changingUser, ownChange } from './emailUpdate.js';

/**
 * Accepts the user's consent to another login. Without it, the vault gets no receipts and sends no email.
 *
 * @throws HttpError 403 `CONSENT_INVALID`, `FROZEN` or `SIGN_IN_INVALID`, 429.
 */
export async function consentToLogin(
  parts: WalletParts,
  caller: Caller,
  session: Session,
  asked: { readonly txn: string; readonly consent: string },
): Promise<{ updateReceipt: string; secondaryReceipt: string }> {
  const { store, counters } = parts;
  const { userId } = session;
  const change = await linkOf(parts, store.database, session, asked.txn);
  const { txn, from } = change;
  const current = from === null ? await identityOf(store, session) : emailIdentity(from);
  await requireLoginConsent(caller, asked.consent, { txn, current, added: addedIdentity(change) });
  await refuseFrozen(store, store.database, 'users', userId);
  const { key } = await takeOfUser(parts, session, 'email update', WALLET_ALLOWANCES.emailUpdates);
  await cooldown(counters, `email update:${key}`);
  const user = await changingUser(store, userId, change);
  const joins = await joinsFormer(store, session, current, addedIdentity(change));
  return {
    updateReceipt: await signChange(parts, 'updateReceipt', change, { ...user, joins }),
    secondaryReceipt: await signChange(parts, 'secondaryReceipt', change),
  };
}

/**
 * Adds the login once the vault is prepared. A repeated call returns the same response and changes nothing.
 *
 * @throws HttpError 403 `GRANT_INVALID`, `FROZEN`, `LOGIN_TAKEN` or `SIGN_IN_INVALID`.
 */
export async function commitLogin(
  parts: WalletParts,
  session: Session,
  asked: { readonly txn: string; readonly preparedGrant: string },
): Promise<{ commitReceipt: string }> {
  const { store } = parts;
  const { userId, jkt } = session;
  const change = await store.database.transaction(async runner => {
    const found = await linkOf(parts, runner, session, asked.txn);
    requireSame(await readChange(parts, 'preparedGrant', asked.preparedGrant), found);
    if (found.state === 'committed') return found;
    if (found.state !== 'proved') throw walletError('SIGN_IN_INVALID');
    await refuseFrozen(store, runner, 'users', userId);
    const way = WAYS_IN['login.link'];
    if (!(await addSocialIdentity(store, runner, way, userId, found))) throw walletError('LOGIN_TAKEN');
    await markChange(store, runner, found, 'committed');
    const entry = { action: 'login.link', subject: userId, actor: jkt, meta: usedWay(way) };
    await store.audit.append(entry, runner);
    return found;
  });
  return { commitReceipt: await signChange(parts, 'emailCommit', change) };
}

/** Whether an installation that holds the wallet adds the login of before, as the project's own client proves it now. */
async function joinsFormer(
  store: SealedStore,
  { userId, projectId, installationId }: Session,
  current: Identity,
  { provider, subject }: Identity,
): Promise<boolean> {
  if (provider === EMAIL_PROVIDER || provider !== current.provider) return false;
  if (idAtProvider(subject) !== current.subject) return false;
  const { database } = store;
  const former = await findFormerUser(store, database, { projectId, provider, subject });
  const wallet = await walletOf(store, database, userId);
  return former?.userId === userId && wallet !== undefined && hasSet(store, database, wallet, installationId);
}

async function linkOf(
  parts: WalletParts,
  runner: SqlRunner,
  session: Session,
  txn: string,
): Promise<AddressChange> {
  const change = await ownChange(parts, runner, session, txn);
  if (change.kind !== 'link' || change.provider === EMAIL_PROVIDER) throw walletError('SIGN_IN_INVALID');
  return change;
}
