import { createApprovalLedger, type KeyReceiver, type SessionKeyring } from '@latchkit/keyring';
import {
  isError,
  type PasskeyQuestion,
  registerInstallationCall,
  type registerInstallationRequest,
} from 'latchkit/protocol';
import type { AnsweredPasskey } from '../passkeys/answerPasskey.js';
import type { ServiceClient } from '../services/createServiceClient.js';
import type { LoginStore } from '../storage/createLoginStore.js';
import type { PageChannel } from '../storage/createPageChannel.js';
import type { SocialLoginStore } from '../storage/createSocialLoginStore.js';
import type { Installation } from '../storage/Installation.js';
import type { SessionStore } from '../storage/SessionStore.js';
import type {
  Account,
  AccountParts,
  AccountUser,
  AskPasskeyInWindow,
  AskPasswordInWindow,
} from './Account.js';
import { type AuthState, createAuthState } from './createAuthState.js';
import { createEmailSignIn, isSameEmail } from './createEmailSignIn.js';
import { createEmailUpdate, type EmailUpdate } from './createEmailUpdate.js';
import { createFarcasterSignIn } from './createFarcasterSignIn.js';
import { createLinkWait } from './createLinkWait.js';
import { createLoginLink } from './createLoginLink.js';
import { createLoginProof } from './createLoginProof.js';
import { createLoginRemoval } from './createLoginRemoval.js';
import type { ProtectionParts, WalletProtection } from './createProtection.js';
import { createSession, type Session } from './createSession.js';
import { createSocialSignIn, type PassHere, type TellStep } from './createSocialSignIn.js';
import { finishSignIn } from './finishSignIn.js';
import { finishByLink, finishFarcasterSignIn, finishSocialSignIn } from './finishSocialSignIn.js';
import { followPages } from './followPages.js';
import { createRestore, refreshUser } from './restoreSession.js';
import { isConsent, signConsent } from './signConsent.js';
import { requireActiveSession, signWithWallet } from './signWithWallet.js';

export interface AccountOptions {
  readonly walletService: ServiceClient;
  readonly vault: ServiceClient;
  readonly installation: Installation;
  /** Whether this installation's storage is that of a frame or the wallet service's own. Default: frame. */
  readonly kind?: 'frame' | 'window' | undefined;
  /** Origin of the host page: approvals for another origin are rejected. */
  readonly hostOrigin: string;
  /** Creates the keyring of one session; it ends with the session. */
  readonly openKeyring: () => SessionKeyring;
  readonly sessions: SessionStore;
  readonly logins: LoginStore;
  readonly socialLogins: SocialLoginStore;
  /** Origin of the wallet service, as in the URLs of social logins. */
  readonly walletOrigin: string;
  /** Channel to the other pages of this installation. */
  readonly pageChannel: PageChannel;
  /** Lets the user use a passkey. Default: on this page, which has to be a top-level one of the wallet service. */
  readonly askPasskey?: AskPasskeyInWindow | undefined;
  /** Lets the user type the password of the wallet. */
  readonly askPassword: AskPasswordInWindow;
  /** See `createSocialSignIn`. */
  readonly passHere?: PassHere | undefined;
  /** See `createSocialSignIn`. */
  readonly onSocialStep?: TellStep | undefined;
  /** Called when a login is verified, before its wallet is open. Default: nothing is loaded meanwhile. */
  readonly onVerified?: AccountParts['onVerified'] | undefined;
  /** Called when a user signs in or out. */
  readonly onChange: (user: AccountUser | undefined) => void;
  /** Called when another page of this installation signs out, signs in another user or finds the wallet frozen. */
  readonly onOvertaken: () => void;
  /** Milliseconds since 1970. Default: the system clock. */
  readonly now?: (() => number) | undefined;
}

/** An account, and what further parts of it need. */
export interface CreatedAccount {
  readonly account: Account;
  readonly parts: AccountParts;
  /** Registers this installation with the wallet service. */
  readonly register: () => Promise<unknown>;
}

export function createAccount(options: AccountOptions): CreatedAccount {
  const {
    walletService,
    vault,
    installation,
    sessions,
    logins,
    openKeyring,
    onChange,
    onOvertaken,
    pageChannel,
  } = options;
  const { now = Date.now } = options;
  const session = createSession(walletService, sessions, now);
  const authState = createAuthState(openKeyring, onChange);
  const { user } = authState;
  const signIn = createEmailSignIn(walletService, vault, installation, logins, now);
  const social = createSocialSignIn(
    walletService,
    options.socialLogins,
    options.walletOrigin,
    options.passHere,
    options.onSocialStep,
  );
  const farcaster = createFarcasterSignIn(walletService);
  /** Loads what the login's end needs while the visitor is at the provider or reads email. */
  const prepare = () => {
    void walletService.prepare();
    void vault.prepare();
  };
  // The tab has come back from the provider.
  if (options.socialLogins.read() !== undefined) prepare();
  const linkWait = createLinkWait(walletService, vault, session, now);
  const loginProof = createLoginProof(vault);
  const leave = () => {
    signIn.leave();
    linkWait.leave();
    loginProof.keep(undefined);
    link.leave();
    removal.leave();
    social.leave();
    farcaster.leave();
    update.leave();
    authState.leave();
  };
  const signOut = async () => {
    leave();
    await session.end();
  };
  const withAccess: Session['use'] = work =>
    session.use(work).catch(async error => {
      const isOver = isError(error, 'NOT_CONNECTED') && (await session.id()) === undefined;
      if (isOver && user()) leave();
      throw error;
    });
  const update = createEmailUpdate(walletService, vault, withAccess, loginProof);
  const link = createLoginLink({
    ...{ walletService, vault, installation, social, farcaster, loginProof, withAccess },
  });
  const removal = createLoginRemoval({ walletService, vault, loginProof, withAccess, signOut });
  const parts: AccountParts = {
    ...{
      walletService,
      vault,
      installation,
      session,
      authState,
      signIn,
      social,
      farcaster,
      linkWait,
      loginProof,
      withAccess,
      signOut,
      pageChannel,
    },
    askPasskey: options.askPasskey ?? (question => answerHere(question, installation)),
    askPassword: options.askPassword,
    onVerified: options.onVerified ?? (() => {}),
    follow: () => follow(),
  };
  const restore = createRestore(parts);
  const follow = followPages(parts, { leave, restore, onOvertaken });
  const register = createRegistration(walletService, installation, options.kind);
  const ledger = createApprovalLedger(options.hostOrigin, now);
  const account: Account = {
    ...{ user, restore, withAccess, signOut, sessionId: session.id },
    ...{ update: followed(update, authState), link, removal },
    protection: lazyProtection({
      ...{ walletService, vault, installation, withAccess, keyring: authState.keyring, openKeyring },
    }),
    async startEmail(email, locale) {
      const known = await restore();
      // A session for this address already exists.
      if (known?.email !== undefined && isSameEmail(known.email, email)) return 'CONNECT';
      prepare();
      await register();
      linkWait.leave();
      const hasDeviceShare = !authState.mustRecover && (await authState.keyring().hasDeviceShare());
      return signIn.start(email, { locale, purpose: hasDeviceShare ? 'sign-in' : 'recover' });
    },
    async startSocial(provider, options) {
      prepare();
      await register();
      linkWait.leave();
      return social.start(provider, options);
    },
    async startFarcaster(locale) {
      prepare();
      await register();
      linkWait.leave();
      return farcaster.start(locale);
    },
    connectFarcaster: (signal, txn) => finishFarcasterSignIn(parts, signal, txn),
    keepSocialSecret: social.keepSecret,
    hurrySocial: social.hurry,
    dropSocial: social.drop,
    connectSocial: (uri, signal, options) => finishSocialSignIn(parts, uri, signal, options),
    awaitDevice: signal => (linkWait.isWaiting() ? finishByLink(parts, signal) : signIn.device(signal)),
    verifyCode: (otp, signal) => finishSignIn(parts, otp, signal),
    exportWallet: share => authState.keyring().exportWallet(share),
    openKeyring,
    refresh: () => refreshUser(parts),
    async sign(request, approval) {
      if (!isConsent(request)) return signWithWallet(parts, request, approval);
      await requireActiveSession(parts);
      return signConsent(installation, ledger, request, approval);
    },
  };
  return { account, parts, register };
}

/** Loads the code of passkeys when one is used: the portal's first screen doesn't need it. */
async function answerHere(question: PasskeyQuestion, to: KeyReceiver): Promise<AnsweredPasskey> {
  const { answerPasskey } = await import('../passkeys/answerPasskey.js');
  return answerPasskey(question, to);
}

/** Loads the code of the protection when it is used, for the same reason. */
function lazyProtection(parts: ProtectionParts): WalletProtection {
  const load = async () => (await import('./createProtection.js')).createProtection(parts);
  return {
    read: async () => (await load()).read(),
    begin: async code => (await load()).begin(code),
    beginRekey: async code => (await load()).beginRekey(code),
    beginMove: async code => (await load()).beginMove(code),
    proveWithPasskey: async () => (await load()).proveWithPasskey(),
    cancel: async id => (await load()).cancel(id),
    waive: async (id, code) => (await load()).waive(id, code),
  };
}

/** Registers this installation with the wallet service once; a failed attempt is retried at the next call. */
function createRegistration(
  walletService: ServiceClient,
  { encJwk, ephemeral }: Installation,
  kind: AccountOptions['kind'] = 'frame',
): () => Promise<unknown> {
  let registered: Promise<unknown> | undefined;
  const body = { kind, encJwk, ephemeral } as const;
  return () => {
    registered ??= walletService
      .call<typeof registerInstallationRequest>(registerInstallationCall, { body })
      .catch(error => {
        registered = undefined;
        throw error;
      });
    return registered;
  };
}

/** Changes the email address and updates the signed-in user when the change is done. */
function followed(update: EmailUpdate, { user, setUser }: AuthState): EmailUpdate {
  return {
    ...update,
    async verifySecondary(otp) {
      const email = await update.verifySecondary(otp);
      const current = user();
      if (current) setUser({ ...current, email });
      return email;
    },
  };
}
