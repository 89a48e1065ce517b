import type {
  Approval,
  ExportedWallet,
  SessionKeyring,
  SigningRequest,
  WalletServiceShare,
} from '@latchkit/keyring';
import type { Locale, PasskeyQuestion, WalletAccount, WalletUser } from 'latchkit/protocol';
import type { AnsweredPasskey } from '../passkeys/answerPasskey.js';
import type { ServiceClient } from '../services/createServiceClient.js';
import type { PageChannel } from '../storage/createPageChannel.js';
import type { Installation } from '../storage/Installation.js';
import type { AuthState } from './createAuthState.js';
import type { EmailSignIn, SignInAction } from './createEmailSignIn.js';
import type { EmailUpdate } from './createEmailUpdate.js';
import type { FarcasterSignIn } from './createFarcasterSignIn.js';
import type { LinkSent, LinkWait } from './createLinkWait.js';
import type { LoginLink } from './createLoginLink.js';
import type { LoginProof } from './createLoginProof.js';
import type { LoginRemoval } from './createLoginRemoval.js';
import type { WalletProtection } from './createProtection.js';
import type { Session } from './createSession.js';
import type { SocialSignIn } from './createSocialSignIn.js';

/** A signed-in user with a wallet and a share set in this installation. */
export type AccountUser = WalletUser & { readonly wallet: NonNullable<WalletUser['wallet']> };

/** The user's account in this installation: sign-in, sign-out and signing with the wallet. */
export interface Account {
  /**
   * Returns the signed-in user; restores a stored session if none is active. Returns undefined when no user is signed in.
   *
   * @throws INTERNAL, TIMEOUT The wallet service does not respond.
   */
  restore(): Promise<AccountUser | undefined>;
  /** The signed-in user as this page knows it; sends no request. */
  user(): AccountUser | undefined;
  /** See `EmailSignIn.start`. Returns `CONNECT` if this address is already signed in. */
  startEmail(email: string, locale?: Locale): Promise<SignInAction>;
  /** Waits for the link of a login: by email, see `EmailSignIn.device`; of a social login, which is then completed. */
  awaitDevice(signal: AbortSignal): Promise<'VERIFY_OTP' | 'CONNECT'>;
  /**
   * Signs in, then opens or creates the wallet. See `EmailSignIn.verify`.
   *
   * @throws OTP_EXPIRED Also if this installation has lost its share of the wallet key: the next sign-in requires the link.
   */
  verifyCode(otp: string, signal: AbortSignal): Promise<AccountUser>;
  /** Registers the installation, then starts the sign-in. See `SocialSignIn.start`. */
  readonly startSocial: SocialSignIn['start'];
  /** See `SocialSignIn.keepSecret`. */
  readonly keepSocialSecret: SocialSignIn['keepSecret'];
  /** See `SocialSignIn.hurry`. */
  readonly hurrySocial: SocialSignIn['hurry'];
  /** See `SocialSignIn.drop`. */
  readonly dropSocial: SocialSignIn['drop'];
  /**
   * Signs in with the result of a social login, then opens or creates the wallet. See `SocialSignIn.redeem`. If the vault requires
   * a link, it is sent, and `awaitDevice` continues; the same URL sends another one.
   *
   * @throws LINK_REQUIRED Without `sendsLink`. LOGIN_EXPIRED Also if this installation has lost its share of the wallet key: the next
   *   login asks the vault.
   */
  connectSocial(
    uri: string,
    signal: AbortSignal,
    options: {
      /** Language of the email. Default: English. */
      readonly locale?: Locale | undefined;
      /** Whether a link that the vault requires is sent. If not, the login waits for another call with the same URL, which sends it. */
      readonly sendsLink: boolean;
    },
  ): Promise<AccountUser | LinkSent>;
  /** Registers the installation, then starts the sign-in. See `FarcasterSignIn.start`. */
  readonly startFarcaster: FarcasterSignIn['start'];
  /**
   * Waits until the user has signed, then opens or creates the wallet. See `FarcasterSignIn.redeem`.
   *
   * @throws LOGIN_EXPIRED Also if this installation has lost its share of the wallet key: the next login asks the vault.
   */
  connectFarcaster(signal: AbortSignal, txn?: string): Promise<AccountUser>;
  /** Adds a social login to the signed-in user's wallet. */
  readonly link: Omit<LoginLink, 'leave'>;
  /** Lists and removes the logins of the signed-in user's wallet. */
  readonly removal: Omit<LoginRemoval, 'leave'>;
  /** Changes the signed-in user's email address. */
  readonly update: Omit<EmailUpdate, 'leave'>;
  /** Protects the signed-in user's wallet, for the portal. */
  readonly protection: WalletProtection;
  /** Runs a task with an access token of the session. @throws NOT_CONNECTED */
  readonly withAccess: Session['use'];
  /** The session id: a hint only, it authenticates no one. */
  sessionId(): Promise<string | undefined>;
  /**
   * Signs an approved request: a consent with the installation's key, everything else with the wallet, which is unlocked first
   * if necessary.
   *
   * @throws NOT_CONNECTED, and the errors of `Keyring.sign`.
   */
  sign(request: SigningRequest, approval: Approval): Promise<string>;
  /** Creates a keyring of this installation, for the user's other wallet. End it after use. */
  readonly openKeyring: () => SessionKeyring;
  /** Reads the user again after another wallet became the active one. Logs out if this installation can't open it. */
  refresh(): Promise<void>;
  /** See `Keyring.exportWallet`. */
  exportWallet(share: WalletServiceShare): Promise<ExportedWallet>;
  /** Removes the session and ends the keyring, even if the wallet service does not respond. The installation stays enrolled. */
  signOut(): Promise<void>;
}

/** Whether the user has a wallet and can be signed in here. */
export function isComplete(user: WalletUser): user is AccountUser {
  return user.wallet !== null && user.isEnrolled;
}

/** For whom a passkey or a password is asked. */
export interface FactorContext {
  readonly wallet: WalletAccount;
  readonly user: WalletUser;
  readonly signal: AbortSignal;
}

/** Lets the user use a passkey in the wallet window, because WebAuthn runs only on top-level pages of the wallet service. */
export type AskPasskeyInWindow = (
  question: PasskeyQuestion,
  context: FactorContext,
) => Promise<AnsweredPasskey>;

/** Lets the user type the wallet's password outside the host page. `isWrong`: the last one was. */
export type AskPasswordInWindow = (isWrong: boolean, context: FactorContext) => Promise<string>;

/** The dependencies that the steps of an account share. */
export interface AccountParts {
  readonly walletService: ServiceClient;
  readonly vault: ServiceClient;
  readonly installation: Installation;
  readonly session: Session;
  readonly authState: AuthState;
  readonly signIn: EmailSignIn;
  readonly social: SocialSignIn;
  readonly farcaster: FarcasterSignIn;
  readonly linkWait: LinkWait;
  readonly loginProof: LoginProof;
  readonly askPasskey: AskPasskeyInWindow;
  readonly askPassword: AskPasswordInWindow;
  /** Called with the access token of a verified login before its wallet is open, once or twice. */
  readonly onVerified: (user: WalletUser, access: string) => void;
  /** Like `Session.use`; signs the user out when the session has ended. */
  readonly withAccess: Session['use'];
  readonly signOut: () => Promise<void>;
  readonly pageChannel: PageChannel;
  /**
   * Applies changes that another page of this installation made to the session. @returns whether the session is now a different
   * one.
   */
  readonly follow: () => Promise<boolean>;
}
