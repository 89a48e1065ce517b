import type { WalletLocale } from 'latchkit/protocol';
import * as z from 'zod';
import { walletOf } from '../custody/wallets.js';
import type { Caller } from '../dpop/caller.js';
import { cooldown } from '../embedded/cooldown.js';
import { EMAIL_PROVIDER, identityHash, normalEmail } from '../embedded/emailIdentity.js';
import { hostOf } from '../embedded/hostOf.js';
import { newCode } from '../embedded/newCode.js';
import { inSeconds, TOKEN_KINDS } from '../embedded/tokenKinds.js';
import { walletError } from '../embedded/walletError.js';
import { WALLET_ALLOWANCES, WALLET_TIMES } from '../embedded/walletLimits.js';
import type { WalletParts } from '../embedded/walletParts.js';
import { verifyServiceToken } from '../keyvault/serviceKeys.js';
import { localeOf } from '../mailer/mailTexts.js';
import { endOtherSessions, type Session } from './sessions.js';
import { addTxn, emailOf, findTxn, finishTxn, putCode } from './signInTxns.js';
import { addressOf, changeAddress, emailIndex } from './users.js';
import { tried } from './verifyCode.js';

/**
 * Begins a change of the address: the address that holds now gets a code.
 *
 * @throws GatewayError 403 `REAUTH_REQUIRED`, 429, 503 `MAIL_UNAVAILABLE`.
 */
export async function startEmailUpdate(
  parts: WalletParts,
  caller: Caller,
  session: Session,
  asked: { readonly email: string; readonly locale?: WalletLocale | undefined },
) {
  const { store, notices } = parts;
  if (Date.now() - session.createdAt.getTime() > WALLET_TIMES.freshSession)
    throw walletError('REAUTH_REQUIRED');
  await cooldown(parts.counters, `email update:${session.userId}`);
  await parts.allowances.take('email update', session.userId, WALLET_ALLOWANCES.emailUpdates);
  const email = normalEmail(asked.email);
  const locale = localeOf(asked.locale ?? session.locale);
  const txn = await addTxn(store, caller, {
    kind: 'email-update',
    email,
    subjectIndex: emailIndex(store, email),
    isKnown: true,
    userId: session.userId,
    locale,
  });
  const code = newCode();
  await putCode(store, txn.id, code);
  await notices.send({
    kind: 'primary',
    to: await addressOf(store, session.userId),
    locale,
    values: { host: hostOf(session.hostOrigin), email },
    code,
  });
  return { txn: txn.id, action: 'VERIFY_PRIMARY_OTP' as const };
}

/**
 * Takes the code of the address that holds now, and gives the vault a word to mail the new one.
 *
 * @throws GatewayError 403 `OTP_INVALID`, `OTP_EXPIRED` or `LOCKED`.
 */
export async function verifyPrimary(
  parts: WalletParts,
  caller: Caller,
  session: Session,
  asked: { readonly txn: string; readonly otp: string },
) {
  const { store, frameUrl, vaultUrl } = parts;
  const txn = await tried(parts, caller, asked.txn, asked.otp, 'email-update');
  if (txn.userId !== session.userId || !(await finishTxn(store, store.database, txn))) {
    throw walletError('OTP_INVALID');
  }
  const now = inSeconds(Date.now());
  const wallet = await walletOf(store, store.database, session.userId);
  const updateReceipt = await store.keys.sign(TOKEN_KINDS.updateReceipt, {
    iss: frameUrl,
    aud: vaultUrl,
    txn: txn.id,
    jkt: txn.jkt,
    idh: identityHash(txn.id, EMAIL_PROVIDER, await emailOf(store, txn)),
    walletId: wallet?.id ?? null,
    iat: now,
    exp: now + inSeconds(WALLET_TIMES.updateReceipt),
  });
  return { updateReceipt };
}

const emailGrantClaims = z.object({ txn: z.uuid(), jkt: z.string(), idh: z.string() });

/**
 * Changes the address: both have shown a code by now. Other sessions end. Asked again it answers the same.
 *
 * @throws GatewayError 403 `GRANT_INVALID`, `SIGN_IN_INVALID` or `EMAIL_TAKEN`.
 */
export async function commitEmailUpdate(
  parts: WalletParts,
  caller: Caller,
  session: Session,
  asked: { readonly txn: string; readonly emailGrant: string },
) {
  const { store, notices, peerKey, frameUrl, vaultUrl } = parts;
  const txn = await findTxn(store, caller, asked.txn);
  const isOwn = txn?.kind === 'email-update' && txn.state === 'verified' && txn.userId === session.userId;
  if (txn === undefined || !isOwn) throw walletError('SIGN_IN_INVALID');
  const email = await emailOf(store, txn);
  const idh = identityHash(txn.id, EMAIL_PROVIDER, email);
  const expected = { typ: TOKEN_KINDS.emailGrant, issuer: vaultUrl, audience: frameUrl };
  const grant = await verifyServiceToken(peerKey, asked.emailGrant, expected, emailGrantClaims);
  if (grant?.txn !== txn.id || grant.jkt !== caller.jkt || grant.idh !== idh)
    throw walletError('GRANT_INVALID');
  const before = await addressOf(store, session.userId);
  await store.database.transaction(async runner => {
    if (!(await changeAddress(store, runner, session.userId, email))) throw walletError('EMAIL_TAKEN');
    await endOtherSessions(store, runner, session);
    await store.audit.append({ action: 'email.change', subject: session.userId, actor: caller.jkt }, runner);
  });
  if (before !== email) {
    const values = { host: hostOf(session.hostOrigin), email };
    await notices.inform({ kind: 'changed', to: before, locale: localeOf(txn.locale), values });
  }
  const now = inSeconds(Date.now());
  const commitReceipt = await store.keys.sign(TOKEN_KINDS.emailCommit, {
    iss: frameUrl,
    aud: vaultUrl,
    txn: txn.id,
    jkt: caller.jkt,
    idh,
    iat: now,
    exp: now + inSeconds(WALLET_TIMES.commitReceipt),
  });
  return { email, commitReceipt };
}
