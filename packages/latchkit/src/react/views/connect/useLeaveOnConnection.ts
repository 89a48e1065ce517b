import { useEffect, useRef } from 'react';
import { closeModal } from '../../../core/index.js';
import { currentView, replaceView, selectAccount } from '../../../internal/index.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useKitState } from '../../runtime/useKitState.js';

/**
 * Leaves a list of wallets when a connection is restored, or created by the host, because there is nothing left to
 * choose.
 */
export function useLeaveOnConnection(from: 'Connect' | 'AllWallets'): void {
  const { kit, inline } = useModal();
  const connected = useKitState(state => selectAccount(state).isConnected);
  // While this is true, the visitor may have to sign in, and the sign-in shows its own view.
  const isChecking = useKitState(state => state.signIn.checking.length > 0);
  const before = useRef(connected);
  useEffect(() => {
    // While the next view's code loads, this view is still drawn but no longer the current one.
    const isCurrent = currentView(kit.store.getState().modal).name === from;
    if (isChecking) return;
    if (connected && !before.current && isCurrent) {
      if (inline) replaceView(kit, { name: 'Account' });
      else closeModal(kit, { force: true });
    }
    before.current = connected;
  }, [kit, inline, connected, isChecking, from]);
}
