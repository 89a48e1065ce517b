import { type CallInput, loginProvider, matchLocale, type startEmailUpdateRequest } from 'latchkit/protocol';
import * as z from 'zod';
import type { SealedStore } from '../../../platform/keyvault/openSealedStore.js';
import type { SqlRunner } from '../../../platform/ports/Database.js';
import { uuidv7 } from '../../../platform/uuidv7.js';
import {
  type AddressChange,
  changeOf,
  keepChange,
  markChange,
  proveChange,
  putChangeCode,
  refuseLockedAddress,
} from '../../shared/addressChanges.js';
import { isCanary } from '../../shared/canaryAddresses.js';
import { type ChangingUser, readChange, requireSame, signChange } from '../../shared/changeTokens.js';
import { cooldown } from '../../shared/cooldown.js';
import { EMAIL_PROVIDER, identityHash, normalEmail } from '../../shared/emailIdentity.js';
import { hostOf } from '../../shared/hostOf.js';
import { newCode } from '../../shared/newCode.js';
import type { Caller } from '../../shared/proveCaller.js';
import { refuseFrozen } from '../../shared/refuseFrozen.js';
import { requireConsent } from '../../shared/requireConsent.js';
import { requireStanding, type Standing, standing } from '../../shared/requireStanding.js';
import type { Session } from '../../shared/Session.js';
import { walletError } from '../../shared/walletError.js';
import { WALLET_ALLOWANCES, WALLET_TIMES } from '../../shared/walletLimits.js';
import type { WalletParts } from '../../shared/walletParts.js';
import { usedWay } from '../../shared/waysIn/WayIn.js';
import { WAYS_IN } from '../../shared/waysIn/waysIn.js';
import { findSocialProfile } from '../auth/findSocialProfile.js';
import { loginsOf } from '../auth/logins.js';
import { endOtherSessions, lockSession } from '../auth/sessions.js';
import { takeOfUser } from '../auth/takeOfUser.js';
import {
  changeAddress,
  emailIndex,
  findAddress,
  identityOf,
  lockUser,
  ownerOfAddress,
} from '../auth/users.js';
import { requireSettled } from '../custody/requireSettled.js';
import { walletOf } from '../custody/wallets.js';

const UNIQUE_VIOLATION = '23505';

/**
 * Starts a change of the address, or the first one of a social login, and voids an earlier one. It sends no email, because the user has to consent first. The
 * wallet service verifies only the new address; the vault verifies that the holder of the current one agrees, so that the
 * wallet service alone cannot change an address.
 *
 * @throws HttpError 403 `FROZEN`, `REAUTH_REQUIRED`, those of `requireSettled`, or `EMAIL_TAKEN` for the current address, 429.
 */
export async function startEmailUpdate(
  parts: WalletParts,
  session: Session,
  asked: CallInput<typeof startEmailUpdateRequest>['body'],
) {
  const { store } = parts;
  const { userId, jkt } = session;
  await refuseFrozen(store, store.database, 'users', userId);
  if (Date.now() - session.createdAt.getTime() > WALLET_TIMES.freshSession)
    throw walletError('REAUTH_REQUIRED');
  await takeOfUser(parts, session, 'email update asked', WALLET_ALLOWANCES.emailUpdatesAsked);
  const to = normalEmail(asked.email);
  const from = (await findAddress(store, userId)) ?? null;
  if (from === to || isCanary(to)) throw walletError('EMAIL_TAKEN');
  const change = {
    txn: uuidv7(),
    ownerId: userId,
    kind: from === null ? ('link' as const) : ('change' as const),
    jkt,
    from,
    to,
    locale: matchLocale(asked.locale ?? session.locale),
  };
  const { txn } = change;
  await store.database.transaction(async runner => {
    await endChanges(parts, runner, userId);
    await keepChange(store, runner, change);
    // The first address too: from then on the codes go there, and only its holder can change it.
    const has = await confirmChange(parts, runner, session, { action: 'changeEmail', ...asked });
    await keepStanding(store, runner, txn, has);
  });
  return from === null
    ? { txn, action: 'VERIFY_SECONDARY_OTP' as const, email: to, login: await loginIn(store, session, txn) }
    : { txn, action: 'VERIFY_PRIMARY_OTP' as const, email: to, currentEmail: from };
}

/**
 * Accepts the user's consent. Without it, the vault gets no receipt and no email is sent.
 *
 * @throws HttpError 403 `CONSENT_INVALID`, `FROZEN` or `SIGN_IN_INVALID`, 429, 503 `MAIL_UNAVAILABLE`.
 */
export async function consentToUpdate(
  parts: WalletParts,
  caller: Caller,
  session: Session,
  asked: { readonly txn: string; readonly consent: string },
) {
  const { store, counters } = parts;
  const { userId } = session;
  const change = await updateOf(parts, store.database, session, asked.txn);
  const login = change.from === null ? await identityOf(store, session) : undefined;
  await requireConsent(caller, asked.consent, { ...change, login });
  await refuseFrozen(store, store.database, 'users', userId);
  const { key } = await takeOfUser(parts, session, 'email update', WALLET_ALLOWANCES.emailUpdates);
  await cooldown(counters, `email update:${key}`);
  const user = await changingUser(store, userId, change);
  return { updateReceipt: await signChange(parts, 'updateReceipt', change, user) };
}

/**
 * Sends a code to the new address once the vault has granted that the holder of the current address agrees; afterwards sends
 * a new code.
 *
 * @throws HttpError 403 `GRANT_INVALID` or `SIGN_IN_INVALID`, 429, 503 `MAIL_UNAVAILABLE`.
 */
export async function sendToNewAddress(
  parts: WalletParts,
  caller: Caller,
  session: Session,
  asked: { readonly txn: string; readonly primaryGrant?: string | undefined },
) {
  const { store } = parts;
  const change = await updateOf(parts, store.database, session, asked.txn);
  if (change.state === 'asked' || asked.primaryGrant !== undefined) {
    requireSame(await readChange(parts, 'primaryGrant', asked.primaryGrant), change);
  }
  await sendCode(parts, caller, change);
  return { retryAfter: WALLET_TIMES.cooldown / 1_000 };
}

/**
 * Verifies the code of the new address.
 *
 * @throws HttpError 403 `OTP_INVALID`, `OTP_EXPIRED`, `LOCKED` or `SIGN_IN_INVALID`.
 */
export async function verifyNewAddress(
  parts: WalletParts,
  caller: Caller,
  session: Session,
  asked: { readonly txn: string; readonly otp: string },
) {
  await updateOf(parts, parts.store.database, session, asked.txn);
  const change = await proveChange(parts, caller, asked, 'to');
  return { secondaryReceipt: await signChange(parts, 'secondaryReceipt', change) };
}

/**
 * Changes the address once both addresses are verified and the vault is prepared, and ends the user's other sessions; or adds one. A
 * repeated call returns the same response and changes nothing.
 *
 * @throws HttpError 403 `GRANT_INVALID`, `SETTLED_DEVICE_REQUIRED`, `SIGN_IN_INVALID` or `EMAIL_TAKEN`.
 */
export async function commitEmailUpdate(
  parts: WalletParts,
  session: Session,
  asked: { readonly txn: string; readonly preparedGrant?: string | undefined },
) {
  const { store, mails } = parts;
  const change = await updateOf(parts, store.database, session, asked.txn);
  requireSame(await readChange(parts, 'preparedGrant', asked.preparedGrant), change);
  const isDone = await store.database
    .transaction(runner => commit(parts, runner, session, asked.txn))
    .catch(error => {
      // Another user took the address concurrently: the unique index of the identities decides.
      throw (error as { code?: unknown }).code === UNIQUE_VIOLATION
        ? walletError('EMAIL_TAKEN', error)
        : error;
    });
  const { from, to, locale } = change;
  if (isDone && from !== null) {
    const values = { host: hostOf(session.hostOrigin), email: to };
    await mails.inform({ kind: 'changed', to: from, locale: matchLocale(locale), values });
  }
  return { email: to, commitReceipt: await signChange(parts, 'emailCommit', change) };
}

/** Returns false if the change was committed before. */
async function commit(
  parts: WalletParts,
  runner: SqlRunner,
  session: Session,
  txn: string,
): Promise<boolean> {
  const { store } = parts;
  const { userId, jkt } = session;
  // A wallet that is being created waits.
  await lockUser(store, runner, userId);
  const change = await updateOf(parts, runner, session, txn);
  if (change.state === 'committed') return false;
  if (change.state !== 'proved') throw walletError('SIGN_IN_INVALID');
  await refuseFrozen(store, runner, 'users', userId);
  const current = await findAddress(store, userId, runner);
  if ((current ?? null) !== change.from) throw walletError('SIGN_IN_INVALID');
  // When the change started, there may have been no wallet to protect.
  if ((await walletOf(store, runner, userId)) !== undefined)
    requireStanding('changeEmail', await keptStanding(store, runner, txn));
  const way = change.from === null ? WAYS_IN['email.add'] : WAYS_IN['email.change'];
  if (!(await changeAddress(store, runner, way, userId, change.to))) throw walletError('EMAIL_TAKEN');
  await markChange(store, runner, change, 'committed');
  // Those of a login to which an address was added are of the same login.
  if (change.from !== null) await endOtherSessions(store, runner, session);
  const action = change.from === null ? 'email.link' : 'email.change';
  await store.audit.append({ action, subject: userId, actor: jkt, meta: usedWay(way) }, runner);
  return true;
}

/** If another user has the address, the email says so and no code is valid. */
async function sendCode(
  parts: WalletParts,
  caller: Caller,
  change: Pick<AddressChange, 'txn' | 'to' | 'ownerId' | 'locale'>,
): Promise<void> {
  const { store, counters, allowances, mails } = parts;
  const index = emailIndex(store, change.to);
  await refuseLockedAddress(parts, index);
  await cooldown(counters, index);
  for (const allowance of WALLET_ALLOWANCES.mailsToAddress) {
    await allowances.takeForMail('mail to address', index, allowance);
  }
  const owner = await ownerOfAddress(store, store.database, change.to);
  const isTaken = owner !== undefined && owner !== change.ownerId;
  const code = newCode();
  if (!(await putChangeCode(store, change, isTaken ? undefined : code))) throw walletError('SIGN_IN_INVALID');
  const [to, locale, host] = [change.to, matchLocale(change.locale), hostOf(caller.hostOrigin)];
  const minutes = String(WALLET_TIMES.code / 60_000);
  if (isTaken) await mails.send({ kind: 'taken', to, locale, values: { host } });
  else await mails.send({ kind: 'secondary', to, locale, values: { host, minutes }, code });
}

/** A change of the session's user to an address: no other may be completed by the same calls. @throws HttpError 403 `SIGN_IN_INVALID`. */
async function updateOf(
  parts: Pick<WalletParts, 'store'>,
  runner: SqlRunner,
  session: Session,
  txn: string,
): Promise<AddressChange> {
  const change = await ownChange(parts, runner, session, txn);
  const isUpdate = change.kind === 'change' || change.kind === 'link';
  if (!isUpdate || change.provider !== EMAIL_PROVIDER) throw walletError('SIGN_IN_INVALID');
  return change;
}

/** Finds a change of the session's user. @throws HttpError 403 `SIGN_IN_INVALID`. */
export async function ownChange(
  { store }: Pick<WalletParts, 'store'>,
  runner: SqlRunner,
  session: Session,
  txn: string,
): Promise<AddressChange> {
  const change = await changeOf(store, runner, session, txn);
  if (change.ownerId !== session.userId) throw walletError('SIGN_IN_INVALID');
  return change;
}

/** The login of a session, as the consent names it. */
export async function loginIn(
  store: SealedStore,
  session: Pick<Session, 'userId' | 'identityId'>,
  txn: string,
) {
  const { provider, subject } = await identityOf(store, session);
  const profile = await findSocialProfile(store, session.identityId);
  const idh = identityHash(txn, provider, subject);
  return { provider: loginProvider.parse(provider), name: profile?.userName, idh };
}

/** A change of the logins, and the proof that may come with it. */
interface ConfirmedChange {
  readonly action: 'addLogin' | 'changeEmail' | 'removeLogin';
  readonly passkeyGrant?: string | undefined;
}

/**
 * Requires more than a login for a change, and returns what there is. A device that is revoked meanwhile begins none.
 *
 * @throws HttpError 401 `INVALID_SESSION`, and as `requireSettled`.
 */
export async function confirmChange(
  parts: WalletParts,
  runner: SqlRunner,
  session: Session,
  { action, passkeyGrant: grant }: ConfirmedChange,
): Promise<Standing> {
  await lockSession(parts.store, runner, session);
  const wallet = await walletOf(parts.store, runner, session.userId);
  return requireSettled(parts, runner, session, { action, wallet, grant });
}

/** Stores what the installation that asks for a change has of the wallet, which the receipt for the vault says. */
export async function keepStanding(
  { schema }: SealedStore,
  runner: SqlRunner,
  txn: string,
  has: Standing,
): Promise<void> {
  await runner.query(`update ${schema}.address_changes set standing = $2 where txn = $1`, [txn, has]);
}

const standingRow = z.object({ standing });

async function keptStanding({ schema }: SealedStore, runner: SqlRunner, txn: string): Promise<Standing> {
  const [row] = await runner.query(`select standing from ${schema}.address_changes where txn = $1`, [txn]);
  return standingRow.parse(row).standing;
}

/** More logins would not fit into a receipt. */
const LOGINS_OF_RECEIPT = 32;

/** What a receipt says about the user. The vault may have missed the last change of the logins, so it gets the hashes of the newest. */
export async function changingUser(
  store: SealedStore,
  userId: string,
  { txn }: Pick<AddressChange, 'txn'>,
): Promise<ChangingUser> {
  const wallet = await walletOf(store, store.database, userId);
  const logins = await loginsOf(store, store.database, userId);
  return {
    standing: await keptStanding(store, store.database, txn),
    walletId: wallet?.id ?? null,
    logins: [...logins]
      .sort((one, other) => Number(other.changedAt) - Number(one.changedAt))
      .slice(0, LOGINS_OF_RECEIPT)
      .map(({ provider, subject }) => identityHash(txn, provider, subject)),
  };
}

/** One change at a time: with two prepared changes, the vault could not tell which one was committed. */
export async function endChanges(
  { store }: Pick<WalletParts, 'store'>,
  runner: SqlRunner,
  userId: string,
): Promise<void> {
  await runner.query(
    `delete from ${store.schema}.address_changes where owner_id = $1 and state <> 'committed'`,
    [userId],
  );
}
