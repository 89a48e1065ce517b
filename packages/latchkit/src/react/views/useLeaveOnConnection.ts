import { useEffect, useRef } from 'react';
import { close, currentView, getAccount, replaceView } from '../../core/index.js';
import { useModal } from '../modal/ModalContext.js';
import { useKitState } from '../modal/useKitState.js';

/** A connection that comes while a list of wallets is shown, restored or made by the host, leaves nothing to choose. */
export function useLeaveOnConnection(from: 'Connect' | 'AllWallets'): void {
  const { kit, inline } = useModal();
  const connected = useKitState(state => getAccount(state).isConnected);
  // Whether the visitor is to sign in, which the flow then shows itself.
  const isChecking = useKitState(state => state.signIn.checking.length > 0);
  const before = useRef(connected);
  useEffect(() => {
    // While the next view's code is on its way this one is still drawn, and no longer the one that counts.
    const isCurrent = currentView(kit.store.getState().modal).name === from;
    if (isChecking) return;
    if (connected && !before.current && isCurrent) {
      if (inline) replaceView(kit, { name: 'Account' });
      else close(kit, { force: true });
    }
    before.current = connected;
  }, [kit, inline, connected, isChecking, from]);
}
