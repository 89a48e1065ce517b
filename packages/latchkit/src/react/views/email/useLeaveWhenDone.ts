import { useEffect } from 'react';
import { closeModal, type ViewName } from '../../../core/index.js';
import { currentView, replaceView } from '../../../internal/index.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useKitState } from '../../runtime/useKitState.js';

const LOGIN: readonly ViewName[] = ['Connect', 'EmailLogin', 'EmailVerifyDevice', 'EmailVerifyOtp'];

/**
 * Closes the modal once a login is done. A view that is leaving doesn't close it: by then the modal may show the next
 * step, such as the signature that the host requires.
 */
export function useLeaveWhenDone(done: boolean): void {
  const { kit, inline } = useModal();
  const isChecking = useKitState(state => state.signIn.checking.length > 0);
  useEffect(() => {
    if (!done || isChecking) return;
    if (!LOGIN.includes(currentView(kit.store.getState().modal).name)) return;
    if (inline) replaceView(kit, { name: 'Account' });
    else closeModal(kit, { force: true });
  }, [kit, inline, done, isChecking]);
}
