import { frameError } from 'latchkit/protocol';
import { type AccountParts, type AccountUser, isComplete } from './Account.js';
import { isShareSetLost, openUserWallet } from './openUserWallet.js';
import { fetchUser } from './restoreSession.js';

/** Verifies the code, opens or creates the wallet, and starts the session. See `Account.verifyCode`. */
export async function finishSignIn(
  parts: AccountParts,
  otp: string,
  signal: AbortSignal,
): Promise<AccountUser> {
  const { walletService, vault, session, authState, signIn } = parts;
  const keyring = authState.keyring();
  const verified = await signIn.verify(otp);
  const { approvalGrant, authReceipt } = verified;
  const { access } = verified.session;
  try {
    const evidence = { access, authReceipt, approvalGrant };
    await openUserWallet({ walletService, vault, keyring }, verified.user, evidence);
    await session.begin(verified.session, signal);
  } catch (error) {
    session.abandon(verified.session);
    authState.mustRecover = isShareSetLost(error);
    throw authState.mustRecover ? frameError('OTP_EXPIRED', { cause: error }) : error;
  }
  authState.mustRecover = false;
  const found = await fetchUser(parts);
  if (!isComplete(found)) throw frameError('INTERNAL');
  authState.setUser(found);
  return found;
}
