import { useCallback } from 'react';
import { disconnect } from '../../core/index.js';
import { useLatchkit } from './useLatchkit.js';
import { useRequest } from './useRequest.js';

/**
 * Disconnects all wallets, or those that the options name.
 *
 * @example
 * const { disconnect, isPending } = useDisconnect();
 */
export function useDisconnect() {
  const kit = useLatchkit();
  const action = useCallback((options?: Parameters<typeof disconnect>[1]) => disconnect(kit, options), [kit]);
  const [run, request] = useRequest(action);
  return { ...request, disconnect: run };
}
