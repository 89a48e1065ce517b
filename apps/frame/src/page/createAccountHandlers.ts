import { type EmbeddedAccountType, type FrameUser, frameError } from 'latchkit/protocol';
import type { Account, AccountUser } from '../account/Account.js';
import type { Agree } from '../account/createEmailUpdate.js';
import type { Approvals } from '../approvals/Approvals.js';
import type { HostHandlers, HostRequestContext } from '../host/HostHandlers.js';
import type { HostState } from '../host/HostState.js';
import { visibleText } from '../review/model/visibleText.js';

/** Maximum length of the user name in the result of CONNECT_FARCASTER. */
const MAX_NAME = 64;

export interface AccountHandlerOptions {
  readonly account: Account;
  readonly approvals: Pick<Approvals, 'consent'>;
  readonly state: HostState;
  /** Activates a network and notifies the host. */
  readonly switchTo: (chainId: string) => void;
  readonly signedIn: () => Promise<AccountUser>;
  /** The user as reported to the host. */
  readonly report: (user: AccountUser) => Promise<FrameUser>;
}

/** Creates the handlers for sign-in, sign-out and the signed-in user. */
export function createAccountHandlers({
  account,
  approvals,
  state,
  switchTo,
  signedIn,
  report,
}: AccountHandlerOptions): HostHandlers {
  const connectSocial = async (uri: string, context: HostRequestContext, sendsLink = true) => {
    const { locale } = state.dapp ?? {};
    const user = await account.connectSocial(uri, context.signal, { locale, sendsLink });
    // The user stays logged in if this fails or is refused. The next login asks again.
    if (!('action' in user))
      await account.link.join(asked => approvals.consent(asked, context), locale).catch(() => {});
    return user;
  };
  /** Follows the network and the account type of a host's message; other namespaces have one account. */
  const follow = (chainId = state.chainId, type?: EmbeddedAccountType) => {
    if (chainId.startsWith('eip155:') && type !== undefined && type !== 'payment') state.accountType = type;
    switchTo(chainId);
  };
  return {
    // A host's token is only a hint: this installation's key alone decides who is signed in.
    IS_CONNECTED: async () => ({ isConnected: (await account.restore()) !== undefined }),
    async GET_USER({ chainId, preferredAccountType, socialUri }, context) {
      const user =
        socialUri === undefined ? await signedIn() : await connectSocial(socialUri, context, false);
      if ('action' in user) throw frameError('LINK_REQUIRED');
      follow(chainId, preferredAccountType);
      return report(user);
    },
    CONNECT_EMAIL: async ({ email }) => ({ action: await account.startEmail(email, state.dapp?.locale) }),
    CONNECT_DEVICE: async (_, { signal }) => ({ action: await account.awaitDevice(signal) }),
    async CONNECT_OTP({ otp }, { signal }) {
      await account.verifyCode(otp, signal);
      return {};
    },
    GET_SOCIAL_REDIRECT_URI: async ({ provider, returnTo }) => ({
      ...(await account.startSocial(provider, { returnTo, locale: state.dapp?.locale })),
      endsHere: true,
    }),
    LEAVE_SOCIAL({ uri }) {
      account.dropSocial(uri);
      return {};
    },
    GET_TELEGRAM_REDIRECT_URI: async ({ returnTo }) => {
      const { uri } = await account.startSocial('telegram', { returnTo, locale: state.dapp?.locale });
      return { uri, endsHere: true };
    },
    async GET_FARCASTER_URI() {
      const { url } = await account.startFarcaster(state.dapp?.locale);
      return { url };
    },
    async CONNECT_FARCASTER(_, { signal }) {
      const { userName } = await account.connectFarcaster(signal);
      return { userName: visibleText(userName || 'Farcaster').slice(0, MAX_NAME) };
    },
    async CONNECT_SOCIAL({ uri, chainId, preferredAccountType }, context) {
      const user = await connectSocial(uri, context);
      if ('action' in user) return user;
      follow(chainId, preferredAccountType);
      return report(user);
    },
    async UPDATE_EMAIL({ email }, context) {
      await signedIn();
      const agree: Agree = move => approvals.consent(move, context);
      return { action: await account.update.start(email, agree, state.dapp?.locale) };
    },
    async UPDATE_EMAIL_PRIMARY_OTP({ otp }) {
      await account.update.verifyPrimary(otp);
      return {};
    },
    UPDATE_EMAIL_SECONDARY_OTP: async ({ otp }) => ({ newEmail: await account.update.verifySecondary(otp) }),
    async SIGN_OUT() {
      await account.signOut();
      return {};
    },
  };
}
