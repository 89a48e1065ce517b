import { useEffect } from 'react';
import { close, replaceView } from '../../../core/index.js';
import { useModal } from '../../modal/ModalContext.js';
import { useKitState } from '../../modal/useKitState.js';

/** Closes the modal once a login is done [STATE-16]; where the host wants a signature too, that is shown next, as for wallets. */
export function useLeaveWhenDone(done: boolean): void {
  const { kit, inline } = useModal();
  const isChecking = useKitState(state => state.signIn.checking.length > 0);
  useEffect(() => {
    if (!done || isChecking) return;
    if (inline) replaceView(kit, { name: 'Account' });
    else close(kit, { force: true });
  }, [kit, inline, done, isChecking]);
}
