import { useState } from 'react';
import { type BaseError, cancelEmailLogin, resendEmailCode, startEmailLogin } from '../../../core/index.js';
import { goBack, replaceView } from '../../../internal/index.js';
import { useModal } from '../../runtime/ModalContext.js';
import { emailKey } from './EmailEntry.js';
import { toError } from './loginErrors.js';

/** Sends another email, starts a new login with the same address, or asks for another address. */
export function useEmailAgain(): {
  busy: boolean;
  /** Why no email was sent. */
  error: BaseError | undefined;
  resend: () => void;
  restart: (email: string) => void;
  useOther: () => void;
} {
  const { kit, memory } = useModal();
  const [{ busy, error }, setState] = useState<{ busy: boolean; error?: BaseError }>({ busy: false });
  const run = async (ask: () => Promise<unknown>) => {
    setState({ busy: true });
    try {
      await ask();
      setState({ busy: false });
    } catch (cause) {
      setState({ busy: false, error: toError(cause) });
    }
  };
  const restart = async (email: string) => {
    cancelEmailLogin(kit);
    await startEmailLogin(kit, email);
  };
  return {
    busy,
    error,
    resend: () => void run(() => resendEmailCode(kit)),
    restart: email => void run(() => restart(email)),
    useOther: () => {
      cancelEmailLogin(kit);
      const { modal } = kit.store.getState();
      const depth = modal.views.length - 1;
      const before = modal.views[depth - 1];
      // Return to where the address was typed; a view that the host opened has no previous view.
      const returns = before?.name === 'Connect' || before?.name === 'EmailLogin';
      memory.write(emailKey(returns ? depth - 1 : depth), '');
      if (returns) goBack(kit);
      else if (modal.open) replaceView(kit, { name: 'EmailLogin' });
    },
  };
}
