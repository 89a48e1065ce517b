import { frameError } from 'latchkit/protocol';
import { type AccountUser, isComplete } from './Account.js';
import type { AccountParts } from './AccountParts.js';
import { isDoorLost, openOwnWallet } from './openUserWallet.js';
import { askUser } from './restoreSession.js';

/** Verifies the code, opens or creates the wallet, and starts the session. See `Account.verifyCode`. */
export async function finishSignIn(
  parts: AccountParts,
  otp: string,
  signal: AbortSignal,
): Promise<AccountUser> {
  const { gateway, vault, session, presence, signIn } = parts;
  const keyring = presence.keyring();
  const verified = await signIn.verify(otp);
  const { approvalGrant, authReceipt } = verified;
  const { access } = verified.session;
  try {
    const evidence = { access, authReceipt, approvalGrant };
    await openOwnWallet({ gateway, vault, keyring }, verified.user, evidence);
    await session.begin(verified.session, signal);
  } catch (error) {
    session.abandon(verified.session);
    presence.isDoorInDoubt = isDoorLost(error);
    throw presence.isDoorInDoubt ? frameError('OTP_EXPIRED', { cause: error }) : error;
  }
  presence.isDoorInDoubt = false;
  const found = await askUser(parts);
  if (!isComplete(found)) throw frameError('INTERNAL');
  presence.become(found);
  return found;
}
