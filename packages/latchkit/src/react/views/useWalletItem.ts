import { useMemo, useRef } from 'react';
import { type WalletItem, walletItem } from '../../core/index.js';
import { useModal } from '../modal/ModalContext.js';
import { useKitState } from '../modal/useKitState.js';

/** A wallet of the list or the directory; one that leaves them while its view is shown is still known here. */
export function useWalletItem(walletId: string): WalletItem | undefined {
  const { kit } = useModal();
  const connectors = useKitState(state => state.connectors);
  const recent = useKitState(state => state.recentWalletIds);
  const listings = useKitState(state => state.listings);
  const directory = useKitState(state => state.directory.wallets);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the list is made of; a new item each time would never settle
  const found = useMemo(
    () => walletItem(kit, kit.store.getState(), walletId),
    [kit, walletId, connectors, recent, listings, directory],
  );
  const last = useRef(found);
  if (found) last.current = found;
  return found ?? last.current;
}
