import { useCallback } from 'react';
import { type DisconnectOptions, disconnect } from '../../core/index.js';
import { useLatchkit } from './useLatchkit.js';
import { type RequestControls, useRequest } from './useRequest.js';

/** What {@link useDisconnect} returns. */
export type UseDisconnectReturnType = RequestControls<void> & {
  /** Disconnects all wallets, or those that the options name. */
  readonly disconnect: (options?: DisconnectOptions) => Promise<void>;
};

/**
 * Disconnects all wallets, or those that the options name.
 *
 * @example
 * const { disconnect, isPending } = useDisconnect();
 */
export function useDisconnect(): UseDisconnectReturnType {
  const kit = useLatchkit();
  const action = useCallback((options?: DisconnectOptions) => disconnect(kit, options), [kit]);
  const [run, request] = useRequest(action);
  return { ...request, disconnect: run };
}
