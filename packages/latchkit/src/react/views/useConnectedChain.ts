import { useEffect, useRef } from 'react';
import { type ChainState, replaceView } from '../../core/index.js';
import { useModal } from '../modal/ModalContext.js';
import { useKitState } from '../modal/useKitState.js';

/** A modal that closes together with its connection is given this long before Connect takes its place, in ms. */
const GRACE = 60;

/**
 * The active namespace's state while it is connected. After the connection ended, what it was last: the modal is on its
 * way out, or Connect takes the view's place.
 */
export function useConnectedChain(): ChainState | undefined {
  const { kit } = useModal();
  const chain = useKitState(state => state.chains[state.activeNamespace]);
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
