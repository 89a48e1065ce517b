import {
  type CallInput,
  type CallResponse,
  matchLocale,
  type startLoginRemovalCall,
  type startLoginRemovalRequest,
} from 'latchkit/protocol';
import type { SqlRunner } from '../../../platform/ports/Database.js';
import { uuidv7 } from '../../../platform/uuidv7.js';
import { type AddressChange, addedIdentity, keepChange, markChange } from '../../shared/addressChanges.js';
import { readChange, requireSame, signChange } from '../../shared/changeTokens.js';
import { cooldown } from '../../shared/cooldown.js';
import { EMAIL_PROVIDER, identityHash } from '../../shared/emailIdentity.js';
import type { ProjectAccess } from '../../shared/ProjectAccess.js';
import type { Caller } from '../../shared/proveCaller.js';
import { refuseFrozen } from '../../shared/refuseFrozen.js';
import { requireRemovalConsent } from '../../shared/requireConsent.js';
import type { Session } from '../../shared/Session.js';
import { isRemovable, isSameLogin, requireRemovable } from '../../shared/settledLogins.js';
import { walletError } from '../../shared/walletError.js';
import { WALLET_ALLOWANCES, WALLET_TIMES } from '../../shared/walletLimits.js';
import type { WalletParts } from '../../shared/walletParts.js';
import { usedWay } from '../../shared/waysIn/WayIn.js';
import { WAYS_IN } from '../../shared/waysIn/waysIn.js';
import { lockLogins, loginsOf, removeLogin, type UserLogin } from '../auth/logins.js';
import { projectNameOf } from '../auth/projectNameOf.js';
import { takeOfUser } from '../auth/takeOfUser.js';
import { changingUser, confirmChange, endChanges, keepStanding, ownChange } from './emailUpdate.js';

/** Lists the logins of the session's user. */
export async function listLogins(
  { store }: WalletParts,
  findProject: ProjectAccess['findProject'],
  { userId, identityId }: Session,
) {
  const logins = await loginsOf(store, store.database, userId);
  return {
    logins: await Promise.all(
      logins.map(async login => ({
        id: login.id,
        provider: login.provider,
        name: login.name,
        project: await projectNameOf(findProject, login),
        isCurrent: isOfSession(login, identityId),
        isRemovable: isRemovable(login, logins),
      })),
    ),
  };
}

/**
 * Starts to remove a login of the session's user, and voids an earlier change. It removes nothing and sends no email, because the
 * user has to consent first.
 *
 * @throws HttpError 403 `FROZEN`, `REAUTH_REQUIRED`, `LAST_LOGIN` or those of `requireSettled`, 404 `LOGIN_NOT_FOUND`, 429.
 */
export async function startLoginRemoval(
  parts: WalletParts,
  findProject: ProjectAccess['findProject'],
  session: Session,
  asked: CallInput<typeof startLoginRemovalRequest>['body'],
): Promise<CallResponse<typeof startLoginRemovalCall>> {
  const { store } = parts;
  const { userId, jkt } = session;
  await refuseFrozen(store, store.database, 'users', userId);
  if (Date.now() - session.createdAt.getTime() > WALLET_TIMES.freshSession)
    throw walletError('REAUTH_REQUIRED');
  await takeOfUser(parts, session, 'email update asked', WALLET_ALLOWANCES.emailUpdatesAsked);
  const txn = uuidv7();
  const { removed, remaining, from } = await store.database.transaction(async runner => {
    const logins = await loginsOf(store, runner, userId);
    const removed = logins.find(({ id }) => id === asked.login);
    if (removed === undefined) throw walletError('LOGIN_NOT_FOUND');
    requireRemovable(removed, logins);
    const from = logins.find(({ provider }) => provider === EMAIL_PROVIDER)?.subject ?? null;
    const { provider, subject: to, name } = removed;
    await endChanges(parts, runner, userId);
    const locale = matchLocale(asked.locale ?? session.locale);
    const change = { txn, ownerId: userId, kind: 'removal', jkt, from, to, provider, name, locale } as const;
    await keepChange(store, runner, change);
    const has = await confirmChange(parts, runner, session, { action: 'removeLogin', ...asked });
    await keepStanding(store, runner, txn, has);
    await markChange(store, runner, change, 'proved');
    return { removed, remaining: logins.filter(login => login !== removed), from };
  });
  return {
    txn,
    removed: await named(findProject, txn, removed),
    remaining: await Promise.all(remaining.map(login => named(findProject, txn, login))),
    subject: removed.subject,
    ...(from !== null && { currentEmail: from }),
    endsSession: isOfSession(removed, session.identityId),
  };
}

/**
 * Accepts the user's consent to the removal. Without it, the vault gets no receipt and sends no email.
 *
 * @throws HttpError 403 `CONSENT_INVALID`, `FROZEN` or `SIGN_IN_INVALID`, 429.
 */
export async function consentToLoginRemoval(
  parts: WalletParts,
  caller: Caller,
  session: Session,
  asked: { readonly txn: string; readonly consent: string },
): Promise<{ removalReceipt: string }> {
  const { store, counters } = parts;
  const { userId } = session;
  const change = await removalOf(parts, store.database, session, asked.txn);
  const removed = addedIdentity(change);
  const remaining = await othersOf(parts, store.database, userId, removed);
  await requireRemovalConsent(caller, asked.consent, { txn: change.txn, removed, remaining });
  await refuseFrozen(store, store.database, 'users', userId);
  const { key } = await takeOfUser(parts, session, 'email update', WALLET_ALLOWANCES.emailUpdates);
  await cooldown(counters, `email update:${key}`);
  const user = await changingUser(store, userId, change);
  return { removalReceipt: await signChange(parts, 'removalReceipt', change, user) };
}

/**
 * Removes the login once the vault has removed it, and ends its sessions on every installation. A repeated call changes nothing.
 *
 * @throws HttpError 403 `GRANT_INVALID`, `FROZEN`, `LAST_LOGIN` or `SIGN_IN_INVALID`.
 */
export async function commitLoginRemoval(
  parts: WalletParts,
  session: Session,
  asked: { readonly txn: string; readonly removedGrant: string },
): Promise<Record<string, never>> {
  const { store } = parts;
  const { userId, jkt } = session;
  await store.database.transaction(async runner => {
    await lockLogins(store, runner, userId);
    const change = await removalOf(parts, runner, session, asked.txn);
    requireSame(await readChange(parts, 'removedGrant', asked.removedGrant), change);
    if (change.state === 'committed') return;
    await refuseFrozen(store, runner, 'users', userId);
    const removed = addedIdentity(change);
    requireRemovable(removed, await loginsOf(store, runner, userId));
    const way = WAYS_IN['login.remove'];
    await removeLogin(store, runner, way, userId, removed);
    await markChange(store, runner, change, 'committed');
    const entry = { action: 'login.remove', subject: userId, actor: jkt, meta: usedWay(way) };
    await store.audit.append(entry, runner);
  });
  return {};
}

async function removalOf(
  parts: WalletParts,
  runner: SqlRunner,
  session: Session,
  txn: string,
): Promise<AddressChange> {
  const change = await ownChange(parts, runner, session, txn);
  const isOpen = change.state === 'proved' || change.state === 'committed';
  if (change.kind !== 'removal' || !isOpen) throw walletError('SIGN_IN_INVALID');
  return change;
}

async function othersOf(
  { store }: WalletParts,
  runner: SqlRunner,
  userId: string,
  removed: ReturnType<typeof addedIdentity>,
): Promise<readonly UserLogin[]> {
  const logins = await loginsOf(store, runner, userId);
  return logins.filter(login => !isSameLogin(login, removed));
}

async function named(findProject: ProjectAccess['findProject'], txn: string, login: UserLogin) {
  const { provider, subject, name } = login;
  const project = await projectNameOf(findProject, login);
  return { provider, name, project, idh: identityHash(txn, provider, subject) };
}

/** A session of an email login names no identity. */
const isOfSession = ({ id, provider }: UserLogin, identityId: string | null) =>
  identityId === null ? provider === EMAIL_PROVIDER : id === identityId;
