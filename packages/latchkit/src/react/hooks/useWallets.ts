import { useCallback, useEffect } from 'react';
import { discoverWallets, type LatchkitState, type WalletItem } from '../../core/index.js';
import { walletList } from '../../internal/index.js';
import { useLatchkit } from './useLatchkit.js';
import { useLatchkitState } from './useLatchkitState.js';

/** What {@link useWallets} returns. */
export type UseWalletsReturnType = readonly WalletItem[];

/**
 * The wallets that the Connect view shows, in its order, after the host's `wallets` function was applied. The first
 * use starts the discovery of the browser's wallets.
 *
 * @example
 * const wallets = useWallets();
 */
export function useWallets(): UseWalletsReturnType {
  const kit = useLatchkit();
  useEffect(() => void discoverWallets(kit), [kit]);
  return useLatchkitState(useCallback((state: LatchkitState) => walletList(kit, state), [kit]));
}
