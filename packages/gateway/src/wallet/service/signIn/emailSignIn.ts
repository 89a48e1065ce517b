import { type Locale, matchLocale } from 'latchkit/protocol';
import { isCanary } from '../../shared/canaryAddresses.js';
import { DRILL_NETWORK } from '../../shared/drillCalls.js';
import { EMAIL_PROVIDER, identityHash, normalEmail } from '../../shared/emailIdentity.js';
import { grantOf } from '../../shared/grants.js';
import { hostOf } from '../../shared/hostOf.js';
import { emailIdentity } from '../../shared/identity.js';
import { takeOwnMail, takeStrangersMail } from '../../shared/mailBudgets.js';
import { newCode } from '../../shared/newCode.js';
import type { Caller } from '../../shared/proveCaller.js';
import { inSeconds, TOKEN_KINDS } from '../../shared/serviceTokens.js';
import { walletError } from '../../shared/walletError.js';
import { WALLET_TIMES } from '../../shared/walletLimits.js';
import type { WalletParts } from '../../shared/walletParts.js';
import type { SolvedWork } from '../../shared/workPuzzles.js';
import { findInstallation } from '../auth/installations.js';
import { emailIndex, lookUp } from '../auth/users.js';
import { admitStranger, type WorkAsked } from './strangers.js';
import { acceptDevice, addTxn, emailOf, findTxn, putCode, type Txn } from './transactions.js';
import { guesses, isSpent, kindOf, refuseLocked } from './wrongCodes.js';

/** The request that starts a sign-in by email. */
export interface EmailStart {
  readonly email: string;
  readonly locale?: Locale | undefined;
  readonly purpose?: 'sign-in' | 'recover' | undefined;
  /** The solved puzzle of an earlier response. */
  readonly work?: SolvedWork | undefined;
}

/** The response to a started sign-in. */
export interface Started {
  readonly txn: string;
  readonly action: 'VERIFY_DEVICE' | 'VERIFY_OTP';
  /** With `VERIFY_DEVICE`: the token for which the vault sends its email. */
  readonly startToken?: string;
  /** Seconds. */
  readonly retryAfter: number;
}

const COOLDOWN_SECONDS = WALLET_TIMES.cooldown / 1_000;

/**
 * Starts a sign-in. An installation that is new to the address solves a puzzle first, and needs the vault's link unless the
 * operator chose codes without a link. Known and unknown addresses get the same response and the same database statements;
 * only the installation's own share set differs, which its key proves.
 *
 * @throws HttpError 429 `COOLDOWN` or `RATE_LIMITED`, 403 `LOCKED` or `SIGN_IN_INVALID`, 503 `MAIL_UNAVAILABLE`.
 */
export async function startEmail(
  parts: WalletParts,
  caller: Caller,
  asked: EmailStart,
): Promise<Started | WorkAsked> {
  const { store } = parts;
  const email = normalEmail(asked.email);
  // Only a drill logs in to a canary wallet: others would use up its limits, and their mails could be taken for its own.
  if (isCanary(email) && caller.network !== DRILL_NETWORK) throw walletError('SIGN_IN_INVALID');
  const subjectIndex = emailIndex(store, email);
  const installation = await findInstallation(store, store.database, caller.jkt);
  if (installation === undefined) throw walletError('SIGN_IN_INVALID');
  const { isEnrolled } = await lookUp(store, subjectIndex, caller.jkt);
  const isKnown = isEnrolled && asked.purpose !== 'recover';
  const locale = matchLocale(asked.locale);
  if (isEnrolled) {
    await takeOwnMail(parts, caller, subjectIndex);
  } else {
    await refuseLocked(parts, subjectIndex, 'linked');
    const puzzle = await admitStranger(parts, caller, { email, subjectIndex, locale, work: asked.work });
    if (puzzle !== undefined) return puzzle;
  }
  const isDirect =
    parts.newDevice === 'code' &&
    !(await isSpent(parts, subjectIndex, 'direct')) &&
    !(await guesses(parts, caller));
  const needsLink = !isKnown && !isDirect;
  const txn = await addTxn(store, caller, { email, subjectIndex, isKnown, needsLink, locale });
  const answer = { txn: txn.id, retryAfter: COOLDOWN_SECONDS };
  if (needsLink) {
    const token = await startToken(parts, caller, { txn, email, isEnrolled });
    return { ...answer, action: 'VERIFY_DEVICE', startToken: token };
  }
  await sendCode(parts, caller, txn);
  return { ...answer, action: 'VERIFY_OTP' };
}

/** The wallet service's proof to the vault that a sign-in began, on an origin that the project allows. */
function startToken(
  { store, frameUrl, vaultUrl }: WalletParts,
  { projectName }: Caller,
  { txn, email, isEnrolled }: { readonly txn: Txn; readonly email: string; readonly isEnrolled: boolean },
): Promise<string> {
  const { id, jkt, projectId, hostOrigin, expiresAt } = txn;
  return store.keys.sign(TOKEN_KINDS.signInStart, {
    iss: frameUrl,
    aud: vaultUrl,
    txn: id,
    jkt,
    idh: identityHash(id, EMAIL_PROVIDER, email),
    projectId,
    project: projectName,
    hostOrigin,
    isEnrolled,
    jti: id,
    iat: inSeconds(Date.now()),
    exp: inSeconds(expiresAt.getTime()),
  });
}

/**
 * Sends the code by email, or a new one that invalidates the previous one.
 *
 * @param approvalGrant - The vault's grant. Required for a new installation.
 * @throws HttpError 403 `SIGN_IN_INVALID`, `GRANT_INVALID` or `LOCKED`, 429, 503 `MAIL_UNAVAILABLE`.
 */
export async function sendSignInCode(
  parts: WalletParts,
  caller: Caller,
  id: string,
  approvalGrant: string | undefined,
): Promise<{ retryAfter: number }> {
  const txn = await findTxn(parts.store, caller, id);
  if (txn === undefined) throw walletError('SIGN_IN_INVALID');
  if (!txn.isKnown) await refuseLocked(parts, txn.subjectIndex, kindOf(txn));
  if (txn.state === 'device_pending') {
    const approved = await approve(parts, txn, approvalGrant);
    // No cooldown between the approved link and the first code.
    await sendCode(parts, caller, approved);
    return { retryAfter: COOLDOWN_SECONDS };
  }
  if (txn.state !== 'otp_sent' && txn.state !== 'device_ok') throw walletError(stateError(txn));
  await (txn.isKnown ? takeOwnMail : takeStrangersMail)(parts, caller, txn.subjectIndex);
  await sendCode(parts, caller, txn);
  return { retryAfter: COOLDOWN_SECONDS };
}

async function approve(parts: WalletParts, txn: Txn, grant: string | undefined): Promise<Txn> {
  const { store } = parts;
  const { jti } = await grantOf(parts, txn, emailIdentity(await emailOf(store, txn)), grant);
  const approved = await store.database.transaction(async runner => {
    const accepted = await acceptDevice(store, runner, txn.id, jti);
    if (accepted === undefined) return undefined;
    await store.audit.append({ action: 'sign-in.device', subject: txn.subjectIndex, actor: txn.jkt }, runner);
    return accepted;
  });
  if (approved === undefined) throw walletError('SIGN_IN_INVALID');
  return approved;
}

async function sendCode({ store, mails }: WalletParts, { projectName }: Caller, txn: Txn): Promise<void> {
  const code = newCode();
  if (!(await putCode(store, txn.id, code))) throw walletError('SIGN_IN_INVALID');
  await mails.send({
    // A new browser has followed the link of an email before: its subject names the first step.
    kind: !txn.isKnown && kindOf(txn) === 'linked' ? 'stepCode' : 'code',
    to: await emailOf(store, txn),
    locale: matchLocale(txn.locale),
    values: { host: hostOf(txn.hostOrigin), minutes: String(WALLET_TIMES.code / 60_000) },
    project: projectName,
    code,
  });
}

const stateError = ({ state }: Txn) => (state === 'locked' ? 'LOCKED' : 'SIGN_IN_INVALID');
