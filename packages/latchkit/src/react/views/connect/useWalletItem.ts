import { useMemo, useRef } from 'react';
import type { WalletItem } from '../../../core/index.js';
import { walletItem } from '../../../internal/index.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useKitState } from '../../runtime/useKitState.js';

/**
 * A wallet of the list or the directory. If it is removed from them while its view is shown, it is still returned.
 */
export function useWalletItem(walletId: string): WalletItem | undefined {
  const { kit } = useModal();
  const connectors = useKitState(state => state.connectors);
  const recent = useKitState(state => state.recentWalletIds);
  const listings = useKitState(state => state.listings);
  const directory = useKitState(state => state.directory.wallets);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the inputs of the list; a new item on each render would never settle
  const found = useMemo(
    () => walletItem(kit, kit.store.getState(), walletId),
    [kit, walletId, connectors, recent, listings, directory],
  );
  const last = useRef(found);
  if (found) last.current = found;
  return found ?? last.current;
}
