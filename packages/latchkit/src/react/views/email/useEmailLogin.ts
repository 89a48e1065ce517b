import { useEffect, useRef } from 'react';
import type { EmailLoginState } from '../../../core/index.js';
import { currentView, replaceView } from '../../../internal/index.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useKitState } from '../../runtime/useKitState.js';
import { LOGIN_VIEWS } from './loginViews.js';
import { useLeaveWhenDone } from './useLeaveWhenDone.js';

/**
 * The email login that a view shows. If the login is at another step, the view of that step replaces this one. If it
 * has connected the wallet, the modal closes. Without a login, the view can only ask for the address.
 */
export function useEmailLogin(own: 'EmailVerifyDevice' | 'EmailVerifyOtp'): EmailLoginState | undefined {
  const { kit } = useModal();
  const login = useKitState(state => state.embeddedWallet.login);
  const loggedIn = useKitState(({ connections }) => connections.some(({ auth }) => auth !== undefined));
  // While it leaves, the view keeps its content.
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

/**
 * The view for a step. If the link alone completed the login, the wallet opens while the view that waited for it is
 * shown.
 */
function viewOf({ step }: EmailLoginState, own: 'EmailVerifyDevice' | 'EmailVerifyOtp') {
  return step === 'checking' ? own : LOGIN_VIEWS[step];
}
