import {
  frameError,
  giveEvidenceCall,
  type giveEvidenceRequest,
  isError,
  socialEvidence,
  type WalletLocale,
} from 'latchkit/protocol';
import { openSealed } from '../services/openSealed.js';
import { type AccountParts, type AccountUser, isComplete } from './Account.js';
import type { LinkSent, UnapprovedLogin } from './createLinkWait.js';
import type { RedeemedLogin } from './createSocialSignIn.js';
import { enter } from './finishSignIn.js';

/**
 * Redeems the result of a social login, opens or creates the wallet, and starts the session. If the vault requires a link, sends
 * it; `finishByLink` continues. See `Account.connectSocial`.
 */
export async function finishSocialSignIn(
  parts: AccountParts,
  uri: string,
  signal: AbortSignal,
  locale: WalletLocale | undefined,
): Promise<AccountUser | LinkSent> {
  const { social, session, authState, linkWait } = parts;
  const sent = await linkWait.again(social.txnOf(uri));
  if (sent !== undefined) return sent;
  const keyring = authState.keyring();
  const redeemed = await social.redeem(uri, signal);
  const isKnown = isComplete(redeemed.user) && !authState.mustRecover;
  // Only a new installation needs the vault.
  if (isKnown) return enterSocial(parts, { redeemed, keyring, approvalGrant: undefined }, signal);
  const proved = await prove(parts, redeemed, keyring, locale).catch(error => {
    session.abandon(redeemed.session);
    throw error;
  });
  return 'action' in proved ? proved : enterSocial(parts, { redeemed, keyring, ...proved }, signal);
}

/** Waits until the link is approved, opens or creates the wallet, and starts the session. See `Account.awaitDevice`. */
export async function finishByLink(parts: AccountParts, signal: AbortSignal): Promise<'CONNECT'> {
  await enterSocial(parts, await parts.linkWait.approved(signal), signal);
  return 'CONNECT';
}

interface ProvedLogin extends Omit<UnapprovedLogin, 'body'> {
  readonly approvalGrant: string | undefined;
}

async function enterSocial(
  parts: AccountParts,
  { redeemed, keyring, approvalGrant }: ProvedLogin,
  signal: AbortSignal,
): Promise<AccountUser> {
  const { authState, signIn } = parts;
  const entered = await enter(parts, keyring, { ...redeemed, approvalGrant }, signal).catch(error => {
    // The next login asks the vault.
    throw authState.mustRecover ? frameError('LOGIN_EXPIRED', { cause: error }) : error;
  });
  signIn.leave();
  return entered;
}

/** Gets the vault's grant for the evidence of a login, which only this installation can open, or sends the link it requires. */
async function prove(
  { vault, installation, linkWait }: AccountParts,
  redeemed: RedeemedLogin,
  keyring: UnapprovedLogin['keyring'],
  locale: WalletLocale | undefined,
): Promise<{ readonly approvalGrant: string } | LinkSent> {
  const opened = await openSealed(redeemed.evidence, installation, redeemed.txn);
  const evidence = socialEvidence.parse(JSON.parse(opened));
  const body = { evidence, authReceipt: redeemed.authReceipt, encJwk: installation.encJwk };
  return vault
    .call<typeof giveEvidenceRequest>(giveEvidenceCall, { body })
    .catch(error => {
      if (isError(error, 'LINK_REQUIRED')) {
        return linkWait.begin({ redeemed, keyring, body: { ...body, locale } });
      }
      throw error;
    })
    .catch(error => {
      throw isError(error, 'OTP_EXPIRED') ? frameError('LOGIN_EXPIRED', { cause: error }) : error;
    });
}
