import type { WalletLocale, WalletUser } from 'latchkit/protocol';
import type { Approval, SigningRequest } from '../keyring/SigningRequest.js';
import type { SignInAction } from './createEmailSignIn.js';
import type { EmailUpdate } from './createEmailUpdate.js';
import type { Session } from './createSession.js';

/** Who is signed in here: with a wallet, and a door of this installation's. */
export type AccountUser = WalletUser & { readonly wallet: NonNullable<WalletUser['wallet']> };

/** The visitor's account in this installation: signing in and out, and signing with the wallet. */
export interface Account {
  /**
   * Who is signed in, of a session that was kept where there is none yet; undefined: nobody.
   *
   * @throws INTERNAL, TIMEOUT the gateway does not answer.
   */
  restore(): Promise<AccountUser | undefined>;
  /** The signed-in user, as known here. */
  user(): AccountUser | undefined;
  /** As `EmailSignIn.start`. `CONNECT`: that address is signed in. */
  startEmail(email: string, locale?: WalletLocale): Promise<SignInAction>;
  /** As `EmailSignIn.device`. */
  awaitDevice(signal: AbortSignal): Promise<'VERIFY_OTP'>;
  /**
   * Signs in, and opens the wallet or makes one. As `EmailSignIn.verify`.
   *
   * @throws OTP_EXPIRED also where this installation has lost its half of the wallet: the next sign-in asks for the link.
   */
  verifyCode(otp: string, signal: AbortSignal): Promise<AccountUser>;
  /** A change of the signed-in user's address. */
  readonly update: Omit<EmailUpdate, 'leave'>;
  /** Does something with a token of the session. @throws NOT_CONNECTED */
  readonly withAccess: Session['use'];
  /** A hint at the session, which authenticates nobody. */
  sessionId(): Promise<string | undefined>;
  /**
   * Signs what was approved: a consent with the installation's key, everything else with the wallet, which is opened first where
   * it takes that.
   *
   * @throws NOT_CONNECTED; what `Keyring.sign` throws.
   */
  sign(request: SigningRequest, approval: Approval): Promise<string>;
  /** Forgets the session and ends the keyring, whether or not the gateway answers. The installation stays enrolled. */
  signOut(): Promise<void>;
}

/** Whether a user is one that is signed in here. */
export function isComplete(user: WalletUser): user is AccountUser {
  return user.wallet !== null && user.isEnrolled;
}
