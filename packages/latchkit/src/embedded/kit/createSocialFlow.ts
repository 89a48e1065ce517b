import type { EmbeddedWalletFlow } from '../../core/embeddedWallet/EmbeddedWalletConfig.js';
import { frameError } from '../../protocol/frame/frameErrors.js';
import { type FlowContext, update } from './FlowContext.js';

export interface SocialContext extends FlowContext {
  /** Base URL of the wallet service. */
  readonly wallet: string;
  /** Connects the user whom the wallet page has signed in. @throws what `connect` throws. */
  enter(signal: AbortSignal): Promise<void>;
}

/** Social login, one at a time. Its code loads with the first one. */
export function createSocialFlow(
  context: SocialContext,
): Pick<EmbeddedWalletFlow, 'startSocialLogin' | 'cancelSocialLogin'> {
  let end = new AbortController();
  const cancel = () => {
    end.abort();
    end = new AbortController();
    update(context, { social: undefined });
  };
  context.kit.kernel.signal.addEventListener('abort', () => end.abort(), { once: true });
  return {
    async startSocialLogin(provider, popup) {
      cancel();
      const { signal } = end;
      const { logInByPopup } = await import('./logInByPopup.js');
      await logInByPopup(context, provider, popup, signal);
    },
    cancelSocialLogin(reason) {
      const { social } = context.kit.store.getState().embeddedWallet;
      cancel();
      if (reason && social)
        update(context, { social: { ...social, isHidden: false, error: frameError(reason) } });
    },
  };
}
