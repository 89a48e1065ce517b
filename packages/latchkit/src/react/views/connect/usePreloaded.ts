import { useEffect, useState } from 'react';
import { preloadWallets } from '../../../core/index.js';
import { useModal } from '../../runtime/ModalContext.js';

/** Whether the search for the browser's and the listed wallets has finished. */
export function usePreloaded(): boolean {
  const { kit } = useModal();
  const [ready, setReady] = useState(false);
  useEffect(() => {
    let live = true;
    void preloadWallets(kit).then(() => live && setReady(true));
    return () => {
      live = false;
    };
  }, [kit]);
  return ready;
}
