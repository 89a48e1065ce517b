import type { SessionKeyring } from '@latchkit/keyring';
import {
  frameError,
  isError,
  type WalletAccount,
  type WalletSession,
  type WalletUser,
} from 'latchkit/protocol';
import type { AccountParts, AccountUser } from './Account.js';
import { isShareSetLost, openUserWallet, type WalletServices } from './openUserWallet.js';

/** A sign-in that the wallet service has verified. */
export interface VerifiedSignIn {
  readonly session: WalletSession;
  readonly user: WalletUser;
  readonly authReceipt: string;
  /** The vault's grant; undefined on a known installation. */
  readonly approvalGrant: string | undefined;
}

/** Verifies the code, opens or creates the wallet, and starts the session. See `Account.verifyCode`. */
export async function finishSignIn(
  parts: AccountParts,
  otp: string,
  signal: AbortSignal,
): Promise<AccountUser> {
  const { authState, signIn } = parts;
  const keyring = authState.keyring();
  const verified = await signIn.verify(otp);
  return enter(parts, keyring, verified, signal).catch(async error => {
    const { retryAfter } = isError(error, 'FROZEN') ? error.context : {};
    if (typeof retryAfter === 'number') await signIn.suspend(retryAfter);
    throw authState.mustRecover ? frameError('OTP_EXPIRED', { cause: error }) : error;
  });
}

/**
 * Opens or creates the wallet of a verified sign-in, and starts the session.
 *
 * @param keyring - The keyring from before the verification: one that has ended since opens nothing.
 */
export async function enter(
  parts: AccountParts,
  keyring: SessionKeyring,
  { session: started, user, authReceipt, approvalGrant }: VerifiedSignIn,
  signal: AbortSignal,
): Promise<AccountUser> {
  const { walletService, vault, installation } = parts;
  const evidence = { access: started.access, authReceipt, approvalGrant };
  const services: WalletServices = {
    ...{ walletService, vault, keyring, installation },
    askPasskey: (question, asked) => parts.askPasskey(question, { wallet: asked, user, signal }),
    askPassword: (isWrong, asked) => parts.askPassword(isWrong, { wallet: asked, user, signal }),
  };
  return enterWith(parts, keyring, { session: started, user }, signal, () =>
    openUserWallet(services, user, evidence),
  );
}

/**
 * Starts the session of a verified login once its wallet is open; if it can't be opened, the session ends.
 *
 * @param open - Opens the wallet in the keyring.
 */
export async function enterWith(
  { session, authState, onVerified }: AccountParts,
  keyring: SessionKeyring,
  { session: started, user }: Pick<VerifiedSignIn, 'session' | 'user'>,
  signal: AbortSignal,
  open: () => Promise<WalletAccount>,
): Promise<AccountUser> {
  onVerified(user, started.access);
  try {
    const wallet = await open();
    if (keyring !== authState.keyring()) throw frameError('NOT_CONNECTED');
    await session.begin(started, signal);
    authState.mustRecover = false;
    const entered = { ...user, wallet, isEnrolled: true };
    authState.setUser(entered);
    return entered;
  } catch (error) {
    session.abandon(started);
    authState.mustRecover = isShareSetLost(error);
    throw error;
  }
}
