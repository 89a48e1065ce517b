import { useCallback } from 'react';
import { type ConnectOptions, cancelConnect, connect } from '../../core/index.js';
import { useLatchkit } from './useLatchkit.js';
import { useRequest } from './useRequest.js';

/**
 * Connects a wallet without the modal. `cancel` abandons the attempt that is in flight. The wallets to choose from
 * come from {@link useWallets}.
 */
export function useConnect() {
  const kit = useLatchkit();
  const action = useCallback((options: ConnectOptions) => connect(kit, options), [kit]);
  const [run, request] = useRequest(action);
  return { ...request, connect: run, cancel: useCallback(() => cancelConnect(kit), [kit]) };
}
