import { useCallback, useEffect } from 'react';
import { discover, type LatchkitState, type WalletItem, walletList } from '../../core/index.js';
import { useLatchkit } from './useLatchkit.js';
import { useLatchkitState } from './useLatchkitState.js';

/**
 * The wallets that the Connect view shows, in its order, after the host's own `wallets` function [VIEW-07]. The first use
 * starts looking for the wallets of this browser.
 */
export function useWallets(): readonly WalletItem[] {
  const kit = useLatchkit();
  useEffect(() => void discover(kit), [kit]);
  return useLatchkitState(useCallback((state: LatchkitState) => walletList(kit, state), [kit]));
}
