import { useCallback } from 'react';
import { type LatchkitState, type WalletItem, walletList } from '../../core/index.js';
import { useLatchkit } from './useLatchkit.js';
import { useLatchkitState } from './useLatchkitState.js';

/** The wallets that the Connect view shows, in its order, after the host's own `wallets` function [VIEW-07]. */
export function useWallets(): readonly WalletItem[] {
  const kit = useLatchkit();
  return useLatchkitState(useCallback((state: LatchkitState) => walletList(kit, state), [kit]));
}
