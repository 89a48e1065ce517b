import {
  doneAnswer,
  frameError,
  isError,
  sessionAnswer,
  type WalletLocale,
  type WalletUser,
} from 'latchkit/protocol';
import type { Installation } from '../keyring/Installation.js';
import type { SessionKeyring } from '../keyring/Keyring.js';
import type { Approval, SigningRequest } from '../keyring/SigningRequest.js';
import type { ServiceClient } from '../services/createServiceClient.js';
import { createEmailSignIn, type SignInAction } from './createEmailSignIn.js';
import { createEmailUpdate, type EmailUpdate } from './createEmailUpdate.js';
import { createSession, type Session } from './createSession.js';
import { isSameEmail } from './isSameEmail.js';
import { isDoorLost, openOwnWallet, unlockWallet } from './openOwnWallet.js';
import type { SessionStore } from './SessionStore.js';
import { sleepFor } from './sleepFor.js';

export interface AccountOptions {
  readonly gateway: ServiceClient;
  readonly vault: ServiceClient;
  readonly installation: Installation;
  /** Makes the keyring of one session: it ends with it. */
  readonly openKeyring: () => SessionKeyring;
  readonly sessions: SessionStore;
  /** Hears that somebody is signed in, or nobody any more. */
  readonly onChange: (user: AccountUser | undefined) => void;
  /** Milliseconds since 1970. Default: the machine's clock. */
  readonly now?: (() => number) | undefined;
  /** Default: a timer. */
  readonly sleep?: ((milliseconds: number, signal: AbortSignal) => Promise<void>) | undefined;
}

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
  /** Signs what was approved; has the wallet opened first, where it takes that. @throws NOT_CONNECTED; what `Keyring.sign` throws. */
  sign(request: SigningRequest, approval: Approval): Promise<string>;
  /** Forgets the session and ends the keyring, whether or not the gateway answers. The installation stays enrolled. */
  signOut(): Promise<void>;
}

export function createAccount(options: AccountOptions): Account {
  const { gateway, vault, installation, sessions, openKeyring, onChange } = options;
  const { now = Date.now, sleep = sleepFor } = options;
  const session = createSession(gateway, sessions, now);
  const signIn = createEmailSignIn(gateway, vault, installation.encJwk, sleep);
  let keyring = openKeyring();
  let user: AccountUser | undefined;
  let restoring: Promise<AccountUser | undefined> | undefined;
  let registered: Promise<unknown> | undefined;
  /** This installation's door did not open: the next sign-in is to go through the recovery door. */
  let isDoorInDoubt = false;

  const become = (next: AccountUser | undefined) => {
    const isOther = JSON.stringify(next) !== JSON.stringify(user);
    user = next;
    if (isOther) onChange(next);
  };
  const leave = () => {
    signIn.leave();
    update.leave();
    // What is under way works with the one that ends here.
    keyring.end();
    keyring = openKeyring();
    become(undefined);
  };
  const signOut = async () => {
    leave();
    await session.end();
  };
  const withAccess: Session['use'] = work =>
    session.use(work).catch(async error => {
      const isOver = isError(error, 'NOT_CONNECTED') && (await session.id()) === undefined;
      if (isOver && user) leave();
      throw error;
    });
  const update = createEmailUpdate(gateway, vault, withAccess);
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
    const held = keyring;
    const answer = await withAccess(access => gateway.ask('/v1/session', sessionAnswer, { access }));
    // Somebody signed out meanwhile.
    if (held !== keyring) throw frameError('NOT_CONNECTED');
    return answer.user;
  };
  const readKept = async () => {
    if ((await session.id()) === undefined) return undefined;
    try {
      const found = await ask();
      // A session whose set is gone opens nothing: it takes a sign-in.
      if (isComplete(found)) become(found);
      else await session.end();
      return user;
    } catch (error) {
      // Over, and not only out of reach.
      if ((await session.id()) !== undefined) throw error;
      return undefined;
    }
  };
  const restore = () => {
    if (user) return Promise.resolve(user);
    restoring ??= readKept().finally(() => {
      restoring = undefined;
    });
    return restoring;
  };
  return {
    user: () => user,
    restore,
    withAccess,
    update: {
      ...update,
      async verifySecondary(otp) {
        const email = await update.verifySecondary(otp);
        if (user) become({ ...user, email });
        return email;
      },
    },
    sessionId: session.id,
    async startEmail(email, locale) {
      const known = await restore();
      // A session of this address stands: nothing is left to do.
      if (known && isSameEmail(known.email, email)) return 'CONNECT';
      await register();
      const purpose = !isDoorInDoubt && (await keyring.hasDoor()) ? 'sign-in' : 'recover';
      return signIn.start(email, { locale, purpose });
    },
    awaitDevice: signal => signIn.device(signal),
    async verifyCode(otp, signal) {
      const held = keyring;
      const verified = await signIn.verify(otp);
      const { approvalGrant, authReceipt } = verified;
      const { access } = verified.session;
      try {
        const evidence = { access, authReceipt, approvalGrant };
        await openOwnWallet({ gateway, vault, keyring: held }, verified.user, evidence);
        await session.begin(verified.session, signal);
      } catch (error) {
        session.abandon(verified.session);
        isDoorInDoubt = isDoorLost(error);
        throw isDoorInDoubt ? frameError('OTP_EXPIRED', { cause: error }) : error;
      }
      isDoorInDoubt = false;
      const found = await ask();
      if (!isComplete(found)) throw frameError('INTERNAL');
      become(found);
      return found;
    },
    async sign(request, approval) {
      const held = keyring;
      if (!user) throw frameError('NOT_CONNECTED');
      try {
        return await held.sign(request, approval);
      } catch (error) {
        if (!isError(error, 'KEYRING_LOCKED')) throw error;
      }
      await withAccess(access => unlockWallet({ gateway, vault, keyring: held }, access)).catch(error => {
        if (!isDoorLost(error)) throw error;
        // Nothing can be signed here before a sign-in through the recovery door.
        isDoorInDoubt = true;
        void signOut();
        throw frameError('NOT_CONNECTED', { cause: error });
      });
      return held.sign(request, approval);
    },
    signOut,
  };
}

function isComplete(user: WalletUser): user is AccountUser {
  return user.wallet !== null && user.isEnrolled;
}
