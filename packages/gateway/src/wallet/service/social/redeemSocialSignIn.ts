import type {
  CallInput,
  CallResponse,
  readSocialSignInCall,
  redeemSocialSignInCall,
  redeemSocialSignInRequest,
} from 'latchkit/protocol';
import { sealToInstallation } from '../../../platform/keyvault/serviceKeys.js';
import { uuidv7 } from '../../../platform/uuidv7.js';
import { identityHash } from '../../shared/emailIdentity.js';
import { hashText, isSameText } from '../../shared/hashText.js';
import type { Caller } from '../../shared/proveCaller.js';
import { inSeconds, TOKEN_KINDS } from '../../shared/serviceTokens.js';
import { walletError } from '../../shared/walletError.js';
import { WALLET_TIMES } from '../../shared/walletLimits.js';
import { findInstallation } from '../auth/installations.js';
import { addSession, sessionTokens } from '../auth/sessions.js';
import { readWalletUser } from '../custody/readWalletUser.js';
import { refuseNewDoor } from '../signIn/verifyCode.js';
import type { SocialParts } from './SocialParts.js';
import { SOCIAL_ALLOWANCES, SOCIAL_TIMES } from './socialLimits.js';
import { SOCIAL_PROVIDERS } from './socialProviders.js';
import { findOwnSocialTxn, redeemSocialTxn, type SocialTxn, socialSecrets } from './socialTxns.js';
import { userOfSocialIdentity } from './socialUsers.js';

/**
 * Returns the state of the caller's sign-in. A tab that left the page gets the result code at the page it left,
 * not here.
 *
 * @throws HttpError 403 `SIGN_IN_INVALID`, 429.
 */
export async function socialSignInState(
  { store, allowances }: SocialParts,
  caller: Caller,
  id: string,
): Promise<CallResponse<typeof readSocialSignInCall>> {
  await allowances.take('social status', caller.jkt, SOCIAL_ALLOWANCES.looksOfInstallation);
  const txn = await findOwnSocialTxn(store, caller, id);
  if (txn === undefined) throw walletError('SIGN_IN_INVALID');
  const { state, way, failure, resultExpiresAt, takenAt, expiresAt } = txn;
  if (state === 'failed' && failure !== null) return { state, failure };
  if (state === 'redeemed' || state === 'failed') return { state };
  // The replica that exchanged the response ended meanwhile.
  const isAbandoned =
    state === 'exchanging' && (takenAt?.getTime() ?? 0) + SOCIAL_TIMES.exchange <= Date.now();
  if (isAbandoned) return { state: 'failed', failure: 'PROVIDER_UNAVAILABLE' };
  const end = state === 'done' ? resultExpiresAt : expiresAt;
  if (end !== null && end.getTime() <= Date.now()) return { state: 'expired' };
  if (state !== 'done') return { state: state === 'created' ? 'created' : 'armed' };
  if (way === 'page') return { state };
  return { state, resultCode: socialSecrets(store, id, caller.jkt).resultCode };
}

/**
 * Exchanges the result for a session, once. The result code comes from the browser that the provider saw, the secret from the
 * popup that this installation's page opened, and the caller's key from the installation that started.
 *
 * @throws HttpError 403 `SIGN_IN_INVALID` or `RECOVERY_DELAYED`, 429.
 */
export async function redeemSocialSignIn(
  parts: SocialParts,
  caller: Caller,
  body: CallInput<typeof redeemSocialSignInRequest>['body'],
): Promise<CallResponse<typeof redeemSocialSignInCall>> {
  const { store, allowances } = parts;
  await allowances.take('social redeem', body.txn, SOCIAL_ALLOWANCES.redeemsOfSignIn);
  const txn = await findOwnSocialTxn(store, caller, body.txn);
  if (txn === undefined || !isRedeemable(parts, txn, body)) throw walletError('SIGN_IN_INVALID');
  const made = await store.database.transaction(async runner => {
    const identity = await redeemSocialTxn(store, runner, txn);
    const installation = await findInstallation(store, runner, caller.jkt);
    if (identity === undefined || installation === undefined) throw walletError('SIGN_IN_INVALID');
    const { userId, identityId } = await userOfSocialIdentity(store, runner, txn.provider, identity);
    const { id: installationId } = installation;
    await refuseNewDoor(store, runner, { userId, identityId, installationId });
    const asked = { userId, identityId, installationId, txn: txn.id, locale: txn.locale };
    const session = await addSession(store, runner, caller, asked);
    const entry = { action: 'sign-in.social', subject: userId, actor: caller.jkt };
    await store.audit.append(entry, runner);
    return { ...session, userId, identityId, installation, identity };
  });
  const { userId, identityId, installation, identity } = made;
  const { provider } = txn;
  return {
    session: await sessionTokens(parts, caller, made),
    user: await readWalletUser(store, { userId, identityId, installationId: installation.id }),
    provider,
    userName: identity.name,
    authReceipt: await authReceiptOf(parts, txn, identity.subject),
    evidence: await sealEvidence(parts, caller, txn, identity),
  };
}

/** Seals what the vault needs to recognize the identity, for the caller. */
export async function sealEvidence(
  { store }: SocialParts,
  { jkt }: Caller,
  { id, provider }: SocialTxn,
  { subject, token }: { readonly subject: string; readonly token?: string | undefined },
): Promise<string> {
  const installation = await findInstallation(store, store.database, jkt);
  if (installation === undefined) throw walletError('SIGN_IN_INVALID');
  const evidence = JSON.stringify({ provider, subject, token });
  return sealToInstallation(installation.encJwk, evidence, jkt, id);
}

/** Whether the caller has the result code, and for a popup its secret. */
export function isRedeemable(
  { store }: SocialParts,
  { id, jkt, state, way, secretHash }: SocialTxn,
  { resultCode, secret }: Pick<CallInput<typeof redeemSocialSignInRequest>['body'], 'resultCode' | 'secret'>,
): boolean {
  if (state !== 'done' || !isSameText(socialSecrets(store, id, jkt).resultCode, resultCode)) return false;
  if (way !== 'popup') return secret === undefined;
  return secret !== undefined && secretHash !== null && isSameText(hashText(secret), secretHash);
}

/** Signs the receipt for the vault that the provider confirmed the identity. */
export function authReceiptOf(
  { store, frameUrl, vaultUrl }: SocialParts,
  { id, jkt, provider }: SocialTxn,
  subject: string,
): Promise<string> {
  const now = inSeconds(Date.now());
  // The link to an approval address may take its whole life to be opened.
  const needsLink = provider !== 'farcaster' && SOCIAL_PROVIDERS[provider].evidence === undefined;
  const life = WALLET_TIMES.authReceipt + (needsLink ? WALLET_TIMES.link : 0);
  return store.keys.sign(TOKEN_KINDS.authReceipt, {
    iss: frameUrl,
    aud: vaultUrl,
    txn: id,
    jkt,
    idh: identityHash(id, provider, subject),
    jti: uuidv7(),
    iat: now,
    exp: now + inSeconds(life),
  });
}
