import {
  type CallInput,
  type CallResponse,
  PORTAL_PROJECT,
  type passSocialSignInCall,
  type readSocialSignInCall,
  type redeemSocialSignInCall,
  type redeemSocialSignInRequest,
} from 'latchkit/protocol';
import type { SealedStore } from '../../../platform/keyvault/openSealedStore.js';
import { sealToInstallation } from '../../../platform/keyvault/serviceKeys.js';
import type { SqlRunner } from '../../../platform/ports/Database.js';
import { uuidv7 } from '../../../platform/uuidv7.js';
import { identityHash } from '../../shared/emailIdentity.js';
import { hashText, isSameText } from '../../shared/hashText.js';
import type { Caller } from '../../shared/proveCaller.js';
import { isFrozen } from '../../shared/refuseFrozen.js';
import type { Standing } from '../../shared/requireStanding.js';
import { inSeconds, TOKEN_KINDS } from '../../shared/serviceTokens.js';
import { walletError } from '../../shared/walletError.js';
import { WALLET_TIMES } from '../../shared/walletLimits.js';
import { WAYS_IN } from '../../shared/waysIn/waysIn.js';
import { findFormerUser } from '../auth/findFormerUser.js';
import { findInstallation } from '../auth/installations.js';
import { addSession, sessionTokens } from '../auth/sessions.js';
import { readWalletUser } from '../custody/readWalletUser.js';
import { standingOf } from '../custody/requireSettled.js';
import { hasSet } from '../custody/shareSets.js';
import { walletOf } from '../custody/wallets.js';
import { refuseNewDoor } from '../signIn/verifyCode.js';
import type { SocialParts } from './SocialParts.js';
import { SOCIAL_ALLOWANCES, SOCIAL_TIMES } from './socialLimits.js';
import { SOCIAL_PROVIDERS } from './socialProviders.js';
import {
  findOwnSocialTxn,
  passSocialTxn,
  redeemSocialTxn,
  type SocialTxn,
  socialSecrets,
} from './socialTxns.js';
import { findSocialUser, userOfSocialIdentity } from './socialUsers.js';
import { startLink } from './startLink.js';
import { endToken } from './tokenRevocation.js';

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
  const { state, way, failure, resultExpiresAt, takenAt, expiresAt, passedAt, elsewhereAt } = txn;
  if (state === 'failed' && failure !== null) return { state, failure };
  if (state === 'redeemed' || state === 'failed') return { state };
  // The replica that exchanged the response ended meanwhile.
  const isAbandoned =
    state === 'exchanging' && (takenAt?.getTime() ?? 0) + SOCIAL_TIMES.exchange <= Date.now();
  if (isAbandoned) return { state: 'failed', failure: 'PROVIDER_UNAVAILABLE' };
  const end = state === 'done' ? resultExpiresAt : expiresAt;
  if (end !== null && end.getTime() <= Date.now()) return { state: 'expired' };
  if (state === 'created') return { state };
  if (state !== 'done') return { state: 'armed', ...(elsewhereAt && { isElsewhere: true }) };
  if (way === 'page') return { state, ...(passedAt && { isPassed: true }) };
  return { state, resultCode: socialSecrets(store, id, caller.jkt).resultCode };
}

/**
 * Exchanges the result for a session, once. The result code comes from the browser that the provider saw, the caller's key from
 * the installation that started, and what ties the two: the secret of the popup that the installation's page opened, or for a
 * full page the cookie of the browser that passed the wallet page, sent here or by the wallet window. Only an installation that holds
 * the wallet needs neither.
 *
 * @param passOf - The browser's cookie of a full-page sign-in.
 * @throws HttpError 403 `SIGN_IN_INVALID` or `RECOVERY_DELAYED`; 403 `PASSED_ELSEWHERE` or `KNOWN_DEVICE_REQUIRED`, which use
 * nothing up; 429.
 */
export async function redeemSocialSignIn(
  parts: SocialParts,
  caller: Caller,
  body: CallInput<typeof redeemSocialSignInRequest>['body'],
  passOf: PassOf,
): Promise<CallResponse<typeof redeemSocialSignInCall>> {
  const { store } = parts;
  const { txn, isHere } = await findResult(parts, caller, { ...body, id: body.txn }, passOf);
  const made = await store.database.transaction(async runner => {
    const identity = await redeemSocialTxn(store, runner, txn);
    const installation = await findInstallation(store, runner, caller.jkt);
    if (identity === undefined || installation === undefined) throw walletError('SIGN_IN_INVALID');
    const { id: installationId } = installation;
    const { projectId, provider } = txn;
    const { subject } = identity;
    const known = await findSocialUser(store, runner, { provider, subject });
    const former =
      known === undefined ? await findFormerUser(store, runner, { projectId, provider, subject }) : undefined;
    const holds = await holdsWallet(store, runner, (known ?? former)?.userId, installationId);
    if (!isHere && !holds) throw walletError('PASSED_ELSEWHERE');
    if (former !== undefined && !holds) throw walletError('KNOWN_DEVICE_REQUIRED');
    const { userId, identityId } =
      known ?? former ?? (await userOfSocialIdentity(store, runner, provider, identity));
    await refuseNewDoor(store, runner, { userId, identityId, installationId });
    const isFormer = former !== undefined;
    if (holds) await endToken(store, runner, txn.id);
    const { id, locale } = txn;
    const asked = { userId, identityId, installationId, txn: id, locale, action: 'sign-in.social' };
    const session = await addSession(store, runner, wayOf(txn, isHere, isFormer), caller, asked);
    const wallet = await walletOf(store, runner, userId);
    const held =
      wallet === undefined
        ? NO_WALLET
        : {
            walletId: wallet.id,
            standing: (await standingOf(store, runner, wallet, installationId)).standing,
          };
    return { ...session, userId, identityId, installation, identity, isFormer, held };
  });
  const { userId, identityId, installation, identity, held } = made;
  const { provider } = txn;
  return {
    session: await sessionTokens(parts, caller, made),
    user: await readWalletUser(store, { userId, identityId, installationId: installation.id }),
    provider,
    userName: identity.name,
    authReceipt: await authReceiptOf(parts, txn, identity.subject, held),
    evidence: await sealEvidence(parts, caller, txn, identity),
    // The installation holds the wallet, which is enough to join the login of before.
    ...(made.isFormer && {
      join: (
        await startLink(parts, { userId, identityId, jkt: caller.jkt }, txn, async () => ({
          ...identity,
          standing: held.standing,
        }))
      ).link,
    }),
  };
}

/** How a social sign-in ends. */
function wayOf({ way, provider, projectId, passedAt }: SocialTxn, isHere: boolean, isFormer: boolean) {
  if (isFormer) return WAYS_IN['social.former'];
  if (way === 'relay') return WAYS_IN['farcaster.qr'];
  if (way === 'popup') return WAYS_IN['social.popup'];
  if (!isHere) return WAYS_IN['social.page-known'];
  if (passedAt !== null) return WAYS_IN['social.page-window'];
  if (provider === 'telegram') return WAYS_IN['social.telegram'];
  return projectId === PORTAL_PROJECT ? WAYS_IN['social.portal'] : WAYS_IN['social.page'];
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

/** The browser's cookie of a full-page sign-in. */
export type PassOf = (txn: string) => string | undefined;

/** The result of a sign-in, as a caller names it. */
interface ResultProof {
  readonly id: string;
  readonly resultCode: string;
  readonly secret?: string | undefined;
}

/**
 * Finds a finished sign-in of the caller, who has its result code, and for a popup its secret.
 *
 * @returns whether it is redeemed in the browser that passed the wallet page, too.
 * @throws HttpError 403 `SIGN_IN_INVALID`, 429.
 */
export async function findResult(
  parts: SocialParts,
  caller: Caller,
  proof: ResultProof,
  passOf: PassOf,
): Promise<{ readonly txn: SocialTxn; readonly isHere: boolean }> {
  const { store, allowances } = parts;
  const txn = await findOwnSocialTxn(store, caller, proof.id);
  const isHere = txn === undefined || hasPassed(txn, passOf);
  const { redeemsOfSignIn, redeemsElsewhere } = SOCIAL_ALLOWANCES;
  // Of this caller: others may know the id.
  const attempt = `${caller.jkt} ${proof.id}`;
  if (isHere) await allowances.take('social redeem', attempt, redeemsOfSignIn);
  else await allowances.take('social redeem elsewhere', attempt, redeemsElsewhere);
  if (txn === undefined || !isRedeemable(parts, txn, proof)) throw walletError('SIGN_IN_INVALID');
  return { txn, isHere };
}

/**
 * Confirms, with the cookie of the browser that passed the wallet page, that the caller may redeem its full-page sign-in. The call
 * comes from the wallet window, and its proof from the wallet page.
 *
 * @param passOf - The browser's cookie of a full-page sign-in.
 * @throws HttpError 403 `SIGN_IN_INVALID`; 403 `PASSED_ELSEWHERE` without the cookie; 429.
 */
export async function passSocialSignIn(
  { store, allowances }: SocialParts,
  caller: Caller,
  id: string,
  passOf: PassOf,
): Promise<CallResponse<typeof passSocialSignInCall>> {
  await allowances.take('social pass', `${caller.jkt} ${id}`, SOCIAL_ALLOWANCES.passesOfSignIn);
  const txn = await findOwnSocialTxn(store, caller, id);
  if (txn === undefined) throw walletError('SIGN_IN_INVALID');
  if (!holdsPass(txn, passOf)) throw walletError('PASSED_ELSEWHERE');
  if (!(await passSocialTxn(store, id))) throw walletError('SIGN_IN_INVALID');
  return {};
}

/** Whether the browser that passed the wallet page redeems a full-page sign-in. Other ways have a tie of their own. */
function hasPassed(txn: SocialTxn, passOf: PassOf): boolean {
  return txn.way !== 'page' || txn.passedAt !== null || holdsPass(txn, passOf);
}

function holdsPass({ id, passHash }: SocialTxn, passOf: PassOf): boolean {
  const pass = passOf(id);
  return pass !== undefined && passHash !== null && isSameText(hashText(pass), passHash);
}

/** Whether an installation holds a share set of the wallet of a user who is not frozen. */
async function holdsWallet(
  store: SealedStore,
  runner: SqlRunner,
  userId: string | undefined,
  installationId: string,
): Promise<boolean> {
  const wallet = userId === undefined ? undefined : await walletOf(store, runner, userId);
  if (userId === undefined || wallet === undefined) return false;
  const holds = await hasSet(store, runner, wallet, installationId);
  return holds && !(await isFrozen(store, runner, 'users', userId));
}

function isRedeemable(
  { store }: SocialParts,
  { id, jkt, state, way, secretHash }: SocialTxn,
  { resultCode, secret }: ResultProof,
): boolean {
  if (state !== 'done' || !isSameText(socialSecrets(store, id, jkt).resultCode, resultCode)) return false;
  if (way !== 'popup') return secret === undefined;
  return secret !== undefined && secretHash !== null && isSameText(hashText(secret), secretHash);
}

/** The wallet of a login's user, and what the installation has of it. */
interface HeldWallet {
  readonly walletId: string | undefined;
  readonly standing: Standing;
}

/** A login without a wallet says nothing about one that its user gets later. */
const NO_WALLET: HeldWallet = { walletId: undefined, standing: 'none' };

/** Signs the receipt for the vault that the provider confirmed the identity, and what the installation has of its wallet. */
export function authReceiptOf(
  { store, frameUrl, vaultUrl }: SocialParts,
  { id, jkt, provider, hostOrigin }: SocialTxn,
  subject: string,
  { walletId, standing }: HeldWallet = NO_WALLET,
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
    hostOrigin,
    walletId,
    standing,
    jti: uuidv7(),
    iat: now,
    exp: now + inSeconds(life),
  });
}
