import type { WalletSession, WalletUser } from 'latchkit/protocol';
import type { SealedStore } from '../../../platform/keyvault/openSealedStore.js';
import type { SqlRunner } from '../../../platform/ports/Database.js';
import { uuidv7 } from '../../../platform/uuidv7.js';
import { EMAIL_PROVIDER, identityHash } from '../../shared/emailIdentity.js';
import { isCode } from '../../shared/newCode.js';
import type { Caller } from '../../shared/proveCaller.js';
import type { Session } from '../../shared/Session.js';
import { inSeconds, TOKEN_KINDS } from '../../shared/serviceTokens.js';
import { walletError } from '../../shared/walletError.js';
import { WALLET_ALLOWANCES, WALLET_TIMES } from '../../shared/walletLimits.js';
import type { WalletParts } from '../../shared/walletParts.js';
import { WAYS_IN } from '../../shared/waysIn/waysIn.js';
import { findInstallation } from '../auth/installations.js';
import { addSession, sessionTokens } from '../auth/sessions.js';
import { refuseChangedIdentity, userOf } from '../auth/users.js';
import { readWalletUser } from '../custody/readWalletUser.js';
import { hasSet } from '../custody/shareSets.js';
import { walletOf } from '../custody/wallets.js';
import { requestCodeGrant } from './requestCodeGrant.js';
import { emailOf, finishTxn, isDirect, lockTxn, stateOf, type Txn, takeTry } from './transactions.js';
import { recordWrongCode, reserveTry } from './wrongCodes.js';

/** The response to a completed sign-in. */
export interface SignedIn {
  readonly session: WalletSession;
  readonly user: WalletUser;
  readonly authReceipt: string;
  /** The vault's grant, if a new installation signed in with a code only. */
  readonly approvalGrant?: string;
}

/**
 * Completes a sign-in with its code. The transaction that adds the session consumes the code: of parallel requests with the
 * correct code, one succeeds.
 *
 * @throws HttpError 403 `OTP_INVALID`, `OTP_EXPIRED`, `LOCKED` or `RECOVERY_DELAYED`.
 */
export async function verifyEmailCode(
  parts: WalletParts,
  caller: Caller,
  id: string,
  code: string,
): Promise<SignedIn> {
  const { store } = parts;
  const txn = await tried(parts, caller, id, code);
  const email = await emailOf(store, txn);
  const made = await store.database.transaction(async runner => {
    if (!(await finishTxn(store, runner, txn))) return undefined;
    const installation = await findInstallation(store, runner, caller.jkt);
    if (installation === undefined) return undefined;
    const { userId } = await userOf(store, runner, email);
    await refuseNewDoor(store, runner, { userId, identityId: null, installationId: installation.id });
    const asked = { userId, installationId: installation.id, txn: id, locale: txn.locale, action: 'sign-in' };
    const session = await addSession(store, runner, wayOf(txn), caller, asked);
    return { ...session, userId, installation };
  });
  if (made === undefined) throw walletError('OTP_INVALID');
  const { userId, installation } = made;
  const authReceipt = await receipt(parts, txn, email);
  return {
    session: await sessionTokens(parts, caller, made),
    user: await readWalletUser(store, { userId, identityId: null, installationId: installation.id }),
    authReceipt,
    ...(isDirect(txn) && {
      approvalGrant: await requestCodeGrant(parts, caller, { authReceipt, email, txn, installation }),
    }),
  };
}

/** How a sign-in by email ends: the operator, and the installation's share set, decide. */
function wayOf(txn: Txn) {
  if (txn.isKnown) return WAYS_IN['email.known'];
  return isDirect(txn) ? WAYS_IN['email.code'] : WAYS_IN['email.link'];
}

/** A new installation gets no session by an identity that was just changed or linked: it could revoke other installations or change it again. */
export async function refuseNewDoor(
  store: SealedStore,
  runner: SqlRunner,
  { userId, identityId, installationId }: Pick<Session, 'userId' | 'identityId' | 'installationId'>,
): Promise<void> {
  const wallet = await walletOf(store, runner, userId);
  if (wallet === undefined || (await hasSet(store, runner, wallet, installationId))) return;
  await refuseChangedIdentity(store, runner, { userId, identityId });
}

/**
 * Counts an attempt, of a new installation for the address, too, and returns the sign-in if the code is correct.
 *
 * @throws HttpError 403 `OTP_INVALID`, `OTP_EXPIRED` or `LOCKED`.
 */
async function tried(parts: WalletParts, caller: Caller, id: string, code: string): Promise<Txn> {
  const { store, allowances } = parts;
  const txn = await takeTry(store, caller, id);
  if (txn === undefined) {
    const state = await stateOf(store, caller, id);
    // Of the key, not of its network: the codes of others behind the same address stay usable.
    if (state === undefined)
      await allowances.take('foreign code', caller.jkt, WALLET_ALLOWANCES.foreignCodes);
    throw walletError(state === 'locked' ? 'LOCKED' : 'OTP_INVALID');
  }
  const reserved = txn.isKnown ? undefined : await reserveTry(parts, txn);
  if (!isCode(store, txn.id, txn.otpHash, code)) {
    if (txn.tries >= WALLET_ALLOWANCES.triesOfSignIn) await lockTxn(store, txn.id);
    if (reserved !== undefined) await recordWrongCode(parts, caller, txn, reserved);
    throw walletError('OTP_INVALID');
  }
  await reserved?.giveBack();
  if ((txn.otpExpiresAt?.getTime() ?? 0) <= Date.now()) throw walletError('OTP_EXPIRED');
  return txn;
}

/** Signs the receipt for the vault that the code was correct. */
function receipt({ store, frameUrl, vaultUrl }: WalletParts, txn: Txn, email: string): Promise<string> {
  const now = inSeconds(Date.now());
  return store.keys.sign(TOKEN_KINDS.authReceipt, {
    iss: frameUrl,
    aud: vaultUrl,
    txn: txn.id,
    jkt: txn.jkt,
    idh: identityHash(txn.id, EMAIL_PROVIDER, email),
    jti: uuidv7(),
    iat: now,
    exp: now + inSeconds(WALLET_TIMES.authReceipt),
  });
}
