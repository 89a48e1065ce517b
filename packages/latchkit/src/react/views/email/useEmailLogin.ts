import { useEffect, useRef } from 'react';
import { currentView, type EmailLoginState, replaceView } from '../../../core/index.js';
import { useModal } from '../../modal/ModalContext.js';
import { useKitState } from '../../modal/useKitState.js';
import { LOGIN_VIEWS } from './loginViews.js';
import { useLeaveWhenDone } from './useLeaveWhenDone.js';

/**
 * The login by email that a view shows, for as long as it is shown; where the login is at another step, its view takes this
 * one's place [STATE-13 to STATE-15], and where it has led to a connection the modal closes [STATE-16]. Without any login there
 * is only the address to ask for.
 */
export function useEmailLogin(own: 'EmailVerifyDevice' | 'EmailVerifyOtp'): EmailLoginState | undefined {
  const { kit } = useModal();
  const login = useKitState(state => state.embeddedWallet.login);
  const loggedIn = useKitState(({ connections }) => connections.some(({ auth }) => auth !== undefined));
  // On its way out the view keeps what it showed.
  const last = useRef(login);
  if (login) last.current = login;
  useLeaveWhenDone(!login && last.current !== undefined && loggedIn);
  const step = last.current ? viewOf(last.current, own) : 'EmailLogin';
  useEffect(() => {
    const { modal } = kit.store.getState();
    if (step && step !== own && modal.open && currentView(modal).name === own) {
      replaceView(kit, { name: step });
    }
  }, [kit, own, step]);
  return last.current;
}

/** Where the link of the mail was enough, the wallet is opened behind the view that waited for it. */
function viewOf({ step }: EmailLoginState, own: 'EmailVerifyDevice' | 'EmailVerifyOtp') {
  return step === 'checking' ? own : LOGIN_VIEWS[step];
}
