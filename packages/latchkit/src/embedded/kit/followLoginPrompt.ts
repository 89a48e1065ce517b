import type { FlowContext } from './FlowContext.js';
import type { ApprovalView } from './followApprovals.js';

/** Shows the wallet page while a login asks for a passkey in it. Leaving the view cancels the login. */
export function followLoginPrompt({ kit, frame }: FlowContext, view: ApprovalView, cancel: () => void): void {
  let isAsked = false;
  view.onLeave(() => {
    if (isAsked) cancel();
  });
  frame.on(({ type }) => {
    if (type === 'SHOW' && !isAsked && isLoggingIn(kit)) {
      isAsked = true;
      view.hear('asked');
    } else if (type === 'HIDE' && isAsked) {
      isAsked = false;
      // Whatever the outcome, the view of the login says it.
      view.hear('approved');
    }
  });
}

/** Whether a login has got so far that the wallet is being opened. */
function isLoggingIn({ store }: FlowContext['kit']): boolean {
  const { login, social } = store.getState().embeddedWallet;
  return login?.step === 'checking' || social?.step === 'checking' || social?.step === 'device';
}
