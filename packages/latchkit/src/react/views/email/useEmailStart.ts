import { useEffect, useRef, useState } from 'react';
import { type BaseError, cancelEmailLogin, startEmailLogin } from '../../../core/index.js';
import { currentView, navigate } from '../../../internal/index.js';
import { useModal } from '../../runtime/ModalContext.js';
import { isEnding, toError } from './loginErrors.js';
import { LOGIN_VIEWS } from './loginViews.js';

/** Starts an email login and shows its next step. The same address resumes the pending login. */
export function useEmailStart(): {
  busy: boolean;
  error: BaseError | undefined;
  /** The visitor is connected. */
  done: boolean;
  start: (email: string) => void;
  clear: () => void;
} {
  const { kit, views } = useModal();
  const [state, setState] = useState<{ busy: boolean; done?: boolean; error?: BaseError }>({ busy: false });
  const live = useRef(true);
  useEffect(() => {
    live.current = true;
    return () => {
      live.current = false;
    };
  }, []);

  const start = async (email: string) => {
    const { login } = kit.store.getState().embeddedWallet;
    const waiting = login?.email.toLowerCase() === email.toLowerCase() ? LOGIN_VIEWS[login.step] : undefined;
    // Its email is still valid, and another one could not be requested yet.
    if (login && waiting && !isEnding(login.error)) return navigate(kit, { name: waiting });
    if (login) cancelEmailLogin(kit);
    const from = currentView(kit.store.getState().modal);
    setState({ busy: true });
    void views.load('EmailVerifyDevice');
    try {
      const result = await startEmailLogin(kit, email);
      const next = result === 'connected' ? undefined : LOGIN_VIEWS[result];
      if (!live.current) return;
      const { modal } = kit.store.getState();
      setState({ busy: false, done: next === undefined });
      // A visitor who has navigated away or closed the modal can resume the login with the same address.
      if (next && modal.open && currentView(modal) === from) navigate(kit, { name: next });
    } catch (cause) {
      if (live.current) setState({ busy: false, error: toError(cause) });
    }
  };
  return {
    busy: state.busy,
    error: state.error,
    done: state.done === true,
    start: email => void start(email),
    clear: () => state.error && setState({ busy: false }),
  };
}
