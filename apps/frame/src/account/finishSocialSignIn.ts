import {
  frameError,
  giveEvidenceCall,
  type giveEvidenceRequest,
  isError,
  socialEvidence,
} from 'latchkit/protocol';
import { openSealed } from '../services/openSealed.js';
import { type AccountParts, type AccountUser, isComplete } from './Account.js';
import type { RedeemedLogin } from './createSocialSignIn.js';
import { enter } from './finishSignIn.js';

/** Redeems the result of a social login, opens or creates the wallet, and starts the session. See `Account.connectSocial`. */
export async function finishSocialSignIn(
  parts: AccountParts,
  uri: string,
  signal: AbortSignal,
): Promise<AccountUser> {
  const { social, session, authState } = parts;
  const keyring = authState.keyring();
  const redeemed = await social.redeem(uri, signal);
  const isKnown = isComplete(redeemed.user) && !authState.mustRecover;
  // Only a new installation needs the vault.
  const approvalGrant = isKnown
    ? undefined
    : await grantFor(parts, redeemed).catch(error => {
        session.abandon(redeemed.session);
        throw error;
      });
  const entered = await enter(parts, keyring, { ...redeemed, approvalGrant }, signal).catch(error => {
    // The next login asks the vault.
    throw authState.mustRecover ? frameError('LOGIN_EXPIRED', { cause: error }) : error;
  });
  parts.signIn.leave();
  return entered;
}

/** Returns the vault's grant for the evidence of a login, which only this installation can open. */
async function grantFor(
  { vault, installation }: AccountParts,
  { txn, evidence, authReceipt }: RedeemedLogin,
): Promise<string> {
  const opened = await openSealed(evidence, installation, txn);
  const body = {
    evidence: socialEvidence.parse(JSON.parse(opened)),
    authReceipt,
    encJwk: installation.encJwk,
  };
  const { approvalGrant } = await vault
    .call<typeof giveEvidenceRequest>(giveEvidenceCall, { body })
    .catch(error => {
      throw isError(error, 'OTP_EXPIRED') ? frameError('LOGIN_EXPIRED', { cause: error }) : error;
    });
  return approvalGrant;
}
