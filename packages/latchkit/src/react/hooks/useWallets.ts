import { useCallback, useEffect } from 'react';
import { discover, type LatchkitState, type WalletItem, walletList } from '../../core/index.js';
import { useLatchkit } from './useLatchkit.js';
import { useLatchkitState } from './useLatchkitState.js';

/**
 * The wallets that the Connect view shows, in its order, after the host's `wallets` function was applied. The first
 * use starts the discovery of the browser's wallets.
 *
 * @example
 * const wallets = useWallets();
 */
export function useWallets(): readonly WalletItem[] {
  const kit = useLatchkit();
  useEffect(() => void discover(kit), [kit]);
  return useLatchkitState(useCallback((state: LatchkitState) => walletList(kit, state), [kit]));
}
