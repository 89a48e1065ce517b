import { doneAnswer, frameError, sessionAnswer, type WalletLocale, type WalletUser } from 'latchkit/protocol';
import { createKeyring } from '../keyring/createKeyring.js';
import type { Installation } from '../keyring/Installation.js';
import type { Approval, SigningRequest } from '../keyring/SigningRequest.js';
import type { ServiceClient } from '../services/createServiceClient.js';
import { createEmailSignIn, type SignInAction } from './createEmailSignIn.js';
import { createSession } from './createSession.js';
import { openOwnWallet, unlockWallet } from './openOwnWallet.js';
import type { SessionStore } from './SessionStore.js';

export interface AccountOptions {
  readonly gateway: ServiceClient;
  readonly vault: ServiceClient;
  readonly installation: Installation;
  readonly sessions: SessionStore;
  /** Of the page that embeds the frame. */
  readonly hostOrigin: string;
  /** Milliseconds since 1970. Default: the machine's clock. */
  readonly now?: (() => number) | undefined;
  /** Default: a timer. */
  readonly sleep?: ((milliseconds: number, signal: AbortSignal) => Promise<void>) | undefined;
}

/** The visitor's account in this installation: signing in and out, and signing with the wallet. */
export interface Account {
  /** Who is signed in, of a session that was kept; undefined: nobody. @throws INTERNAL, TIMEOUT the gateway does not answer. */
  restore(): Promise<WalletUser | undefined>;
  /** The signed-in user, as known here. */
  user(): WalletUser | undefined;
  /** As `EmailSignIn.start`. `CONNECT`: that address is signed in. */
  startEmail(email: string, locale?: WalletLocale): Promise<SignInAction>;
  /** As `EmailSignIn.device`. */
  awaitDevice(signal: AbortSignal): Promise<SignInAction>;
  /** As `EmailSignIn.resend`. */
  resendCode(): Promise<void>;
  /** Signs in, and opens the wallet or makes one. As `EmailSignIn.verify`. */
  verifyCode(otp: string): Promise<WalletUser>;
  /** Signs what was approved; has the wallet opened first, where it takes that. @throws NOT_CONNECTED; what `Keyring.sign` throws. */
  sign(request: SigningRequest, approval: Approval): Promise<string>;
  /** Forgets the session and locks the wallet, whether or not the gateway answers. The installation stays enrolled. */
  signOut(): Promise<void>;
}

export function createAccount(options: AccountOptions): Account {
  const { gateway, vault, installation, sessions, hostOrigin, now = Date.now, sleep = sleepFor } = options;
  const keyring = createKeyring({ installation, origin: hostOrigin, now });
  const session = createSession(gateway, sessions, now);
  const signIn = createEmailSignIn(gateway, vault, installation.encJwk, sleep);
  const services = { gateway, vault, keyring };
  let user: WalletUser | undefined;
  let registered: Promise<unknown> | undefined;

  const register = () => {
    const { encJwk, ephemeral } = installation;
    const body = { kind: 'frame', encJwk, ephemeral };
    registered ??= gateway.ask('/v1/installations', doneAnswer, { body }).catch(error => {
      registered = undefined;
      throw error;
    });
    return registered;
  };
  const ask = async () => {
    const access = await session.access();
    ({ user } = await gateway.ask('/v1/session', sessionAnswer, { access }));
    return user;
  };
  const restore = async () => {
    if ((await sessions.read()) === undefined) return undefined;
    try {
      return await ask();
    } catch (error) {
      // Over, and not only out of reach.
      if ((await sessions.read()) !== undefined) throw error;
      user = undefined;
      return undefined;
    }
  };
  return {
    user: () => user,
    restore,
    async startEmail(email, locale) {
      // A session of this address stands: nothing is left to do.
      if (user && isSameEmail(user.email, email) && (await restore())) return 'CONNECT';
      await register();
      return signIn.start(email, locale);
    },
    awaitDevice: signal => signIn.device(signal),
    resendCode: () => signIn.resend(),
    async verifyCode(otp) {
      const verified = await signIn.verify(otp);
      const { approvalGrant, authReceipt } = verified;
      const { access } = verified.session;
      await openOwnWallet(services, verified.user, { access, authReceipt, approvalGrant });
      await session.begin(verified.session);
      return ask();
    },
    async sign(request, approval) {
      if (!user) throw frameError('NOT_CONNECTED');
      if (!keyring.wallet()) await unlockWallet(services, await session.access());
      return keyring.sign(request, approval);
    },
    async signOut() {
      user = undefined;
      keyring.lock();
      await session.end();
    },
  };
}

/** Letters' case makes no other address. */
function isSameEmail(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

function sleepFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', leave);
      resolve();
    }, milliseconds);
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
  });
}
