import type { EmbeddedWalletFlow } from '../../core/embeddedWallet/EmbeddedWalletConfig.js';
import { writePendingLogin } from '../../core/embeddedWallet/loginRecords.js';
import type { LatchkitState } from '../../core/LatchkitState.js';
import type { ViewName } from '../../core/modal/View.js';
import { frameError } from '../../protocol/frame/frameErrors.js';
import type { FrameMessage } from '../../protocol/frame/frameMessages.js';
import { readResultUri } from '../readResultUri.js';
import { type FlowContext, update } from './FlowContext.js';

export interface SocialContext extends FlowContext {
  /** Base URL of the wallet service. */
  readonly wallet: string;
  /** Connects the user whom the wallet page has signed in. @throws what `connect` throws. */
  enter(signal: AbortSignal): Promise<void>;
}

/** What the steps of one login use. */
export interface SocialLoginContext extends SocialContext {
  /** Offers to send another link while the login waits for one; undefined ends that. */
  offerLink(send: (() => Promise<void>) | undefined): void;
}

const LOGIN_VIEWS: readonly ViewName[] = ['ConnectingSocial', 'ConnectingFarcaster'];

/** Whether the modal shows a social login, perhaps below another view. */
function showsLogin({ modal }: LatchkitState): boolean {
  return modal.open && modal.views.some(({ name }) => LOGIN_VIEWS.includes(name));
}

/** Social login, one at a time. Its code loads with the first one. */
export function createSocialFlow(
  given: SocialContext,
): Pick<
  EmbeddedWalletFlow,
  | 'startSocialLogin'
  | 'leaveForSocialLogin'
  | 'startFarcasterLogin'
  | 'resendSocialLink'
  | 'cancelSocialLogin'
> {
  let sendLink: (() => Promise<void>) | undefined;
  const context: SocialLoginContext = {
    ...given,
    offerLink(send) {
      sendLink = send;
    },
  };
  let end = new AbortController();
  const cancel = () => {
    end.abort();
    end = new AbortController();
    update(context, { social: undefined });
  };
  const result = readResultUri(context.wallet);
  if (result !== undefined) {
    void import('./enterByResult.js').then(
      ({ enterByResult }) => enterByResult(context, result, end.signal),
      () => {},
    );
  }
  const { kernel, store } = context.kit;
  const unsubscribe = store.subscribe((state, before) => {
    const { login, social } = state.embeddedWallet;
    if (social && login && !before.embeddedWallet.login) return cancel();
    if (!showsLogin(before) || showsLogin(state)) return;
    cancel();
    // The visitor gives up a login that waits.
    if (state.modal.open && state.modal.direction === 'back') writePendingLogin(kernel.storage, undefined);
  });
  const stop = () => {
    unsubscribe();
    end.abort();
  };
  kernel.signal.addEventListener('abort', stop, { once: true });
  /** Ends the login in progress, and returns the signal of the next one. */
  const begin = (view: ViewName, type: FrameMessage): AbortSignal => {
    cancel();
    // The visitor may have left while this code loaded.
    if (LOGIN_VIEWS.includes(view) && !showsLogin(store.getState())) {
      throw frameError('ABORTED', { context: { type } });
    }
    return end.signal;
  };
  return {
    async startFarcasterLogin(view) {
      const signal = begin(view, 'CONNECT_FARCASTER');
      const { logInByFarcaster } = await import('./logInByFarcaster.js');
      await logInByFarcaster(context, signal);
    },
    async startSocialLogin(provider, popup, view) {
      const signal = begin(view, 'CONNECT_SOCIAL');
      const { logInByPopup } = await import('./logInByPopup.js');
      await logInByPopup(context, provider, popup, signal);
    },
    async leaveForSocialLogin(provider) {
      cancel();
      const { signal } = end;
      const { leaveForProvider } = await import('./leaveForProvider.js');
      await leaveForProvider(context, provider, signal);
    },
    async resendSocialLink() {
      if (sendLink === undefined) throw frameError('LOGIN_EXPIRED');
      await sendLink();
    },
    cancelSocialLogin(reason) {
      const { social } = store.getState().embeddedWallet;
      cancel();
      if (reason && social)
        update(context, { social: { ...social, isHidden: false, error: frameError(reason) } });
    },
  };
}
