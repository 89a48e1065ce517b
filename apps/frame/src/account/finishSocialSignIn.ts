import {
  frameError,
  giveEvidenceCall,
  type giveEvidenceRequest,
  isError,
  socialEvidence,
} from 'latchkit/protocol';
import { openSealed } from '../services/openSealed.js';
import { type Account, type AccountParts, type AccountUser, isComplete } from './Account.js';
import type { LinkSent, UnapprovedLogin } from './createLinkWait.js';
import type { KeptLogin } from './createLoginProof.js';
import { enter } from './finishSignIn.js';
import type { RedeemedLogin } from './redeemLogin.js';

/**
 * Redeems the result of a social login, opens or creates the wallet, and starts the session. If the vault requires a link, sends
 * it; `finishByLink` continues. See `Account.connectSocial`.
 */
export async function finishSocialSignIn(
  parts: AccountParts,
  uri: string,
  signal: AbortSignal,
  options: LinkOptions,
): Promise<AccountUser | LinkSent> {
  const { social, linkWait } = parts;
  const txn = social.txnOf(uri);
  if (!options.sendsLink && linkWait.holds(txn)) throw frameError('LINK_REQUIRED');
  const sent = await linkWait.again(txn);
  return sent ?? finish(parts, () => social.redeem(uri, signal), signal, options);
}

type LinkOptions = Parameters<Account['connectSocial']>[2];

/** Waits until the user has signed, opens or creates the wallet, and starts the session. See `Account.connectFarcaster`. */
export async function finishFarcasterSignIn(
  parts: AccountParts,
  signal: AbortSignal,
  txn: string | undefined,
): Promise<AccountUser> {
  const finished = await finish(parts, () => parts.farcaster.redeem(signal, txn), signal, {
    sendsLink: true,
  });
  // The vault verifies the user's signature itself.
  if ('action' in finished) throw frameError('LINK_REQUIRED');
  return finished;
}

async function finish(
  parts: AccountParts,
  redeem: () => Promise<RedeemedLogin>,
  signal: AbortSignal,
  { locale, sendsLink }: LinkOptions,
): Promise<AccountUser | LinkSent> {
  const { session, authState } = parts;
  const keyring = authState.keyring();
  const redeemed = await redeem();
  parts.onVerified(redeemed.user, redeemed.session.access);
  const body = await evidenceOf(parts, redeemed).catch(error => {
    session.abandon(redeemed.session);
    throw error;
  });
  const login = { redeemed, keyring, body: { ...body, locale } };
  const isKnown = isComplete(redeemed.user) && !authState.mustRecover;
  // Only a new installation needs the vault.
  if (isKnown) return enterSocial(parts, { ...login, approvalGrant: undefined }, signal);
  const proved = await prove(parts, login, sendsLink).catch(error => {
    if (!parts.linkWait.holds(redeemed.txn)) session.abandon(redeemed.session);
    throw error;
  });
  return 'action' in proved ? proved : enterSocial(parts, { ...login, ...proved }, signal);
}

/** Waits until the link is approved, opens or creates the wallet, and starts the session. See `Account.awaitDevice`. */
export async function finishByLink(parts: AccountParts, signal: AbortSignal): Promise<'CONNECT'> {
  await enterSocial(parts, await parts.linkWait.approved(signal), signal);
  return 'CONNECT';
}

interface ProvedLogin extends UnapprovedLogin {
  readonly approvalGrant: string | undefined;
}

async function enterSocial(
  parts: AccountParts,
  { redeemed, keyring, body, approvalGrant }: ProvedLogin,
  signal: AbortSignal,
): Promise<AccountUser> {
  const { authState, signIn, loginProof } = parts;
  const entered = await enter(parts, keyring, { ...redeemed, approvalGrant }, signal).catch(error => {
    // The next login asks the vault.
    throw authState.mustRecover ? frameError('LOGIN_EXPIRED', { cause: error }) : error;
  });
  signIn.leave();
  const { locale: _, ...evidence } = body;
  loginProof.keep({ body: evidence, approvalGrant, join: redeemed.join });
  return entered;
}

/** What the vault requires for a login: its evidence, which only this installation can open, and the receipt. */
async function evidenceOf(
  { installation }: AccountParts,
  { txn, evidence, authReceipt }: RedeemedLogin,
): Promise<KeptLogin['body']> {
  const opened = await openSealed(evidence, installation, txn);
  const { encJwk } = installation;
  return { evidence: socialEvidence.parse(JSON.parse(opened)), authReceipt, encJwk };
}

/** Gets the vault's grant for a login, or sends the link that the vault requires. @throws LINK_REQUIRED Without `sendsLink`: the login waits. */
async function prove(
  { vault, linkWait }: AccountParts,
  login: UnapprovedLogin,
  sendsLink: boolean,
): Promise<{ readonly approvalGrant: string } | LinkSent> {
  const { locale: _, ...body } = login.body;
  return vault
    .call<typeof giveEvidenceRequest>(giveEvidenceCall, { body })
    .catch(error => {
      if (!isError(error, 'LINK_REQUIRED')) throw error;
      if (sendsLink) return linkWait.begin(login);
      linkWait.hold(login);
      throw frameError('LINK_REQUIRED', { cause: error });
    })
    .catch(error => {
      // The login was redeemed just now, so the vault refuses the provider's token, not the login's age.
      throw isError(error, 'OTP_EXPIRED') ? frameError('PROVIDER_RESPONSE_INVALID', { cause: error }) : error;
    });
}
