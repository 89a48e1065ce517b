import { useEffect, useRef } from 'react';
import type { NamespaceState } from '../../core/index.js';
import { replaceView } from '../../internal/index.js';
import { useModal } from '../runtime/ModalContext.js';
import { useKitState } from '../runtime/useKitState.js';

/** Time in ms to let a modal close together with its connection, before Connect replaces the view. */
const GRACE = 60;

/**
 * The active namespace's state while it is connected. After the connection has ended, its last value: the modal is
 * closing, or Connect replaces the view.
 */
export function useConnectedChain(): NamespaceState | undefined {
  const { kit } = useModal();
  const chain = useKitState(state => state.namespaces[state.activeNamespace]);
  const open = useKitState(state => state.modal.open);
  const connected = chain?.account.isConnected === true;
  const last = useRef(chain);
  if (connected) last.current = chain;
  useEffect(() => {
    if (connected || !open) return;
    const timer = setTimeout(() => replaceView(kit, { name: 'Connect' }), GRACE);
    return () => clearTimeout(timer);
  }, [kit, connected, open]);
  return last.current;
}
