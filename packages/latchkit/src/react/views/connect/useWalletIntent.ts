import { useCallback } from 'react';
import type { WalletItem } from '../../../core/index.js';
import { preload, preparePairing } from '../../../internal/index.js';
import { useModal } from '../../runtime/ModalContext.js';

/** Loads what a click on a wallet will need: the next view, and the code that connects it. */
export function useWalletIntent(): (wallet: WalletItem) => void {
  const { kit, views } = useModal();
  return useCallback(
    ({ pairs, group }) => {
      if (pairs || group === 'walletConnect') {
        void views.load('ConnectingWalletConnect');
        void preparePairing(kit);
        return;
      }
      void views.load('ConnectingExternal');
      void preload(kit);
    },
    [kit, views],
  );
}
