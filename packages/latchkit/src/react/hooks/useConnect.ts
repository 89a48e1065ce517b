import { useCallback } from 'react';
import { type ConnectOptions, type ConnectReturnType, cancelConnect, connect } from '../../core/index.js';
import { useLatchkit } from './useLatchkit.js';
import { type RequestControls, useRequest } from './useRequest.js';

/** What {@link useConnect} returns. */
export type UseConnectReturnType = RequestControls<ConnectReturnType> & {
  /** Connects a wallet. Rejects with CONNECTION_REJECTED if the visitor declines. */
  readonly connect: (options: ConnectOptions) => Promise<ConnectReturnType>;
  /** Abandons the attempt that is in flight. */
  readonly cancel: () => void;
};

/**
 * Connects a wallet without the modal. The wallets to choose from come from {@link useWallets}.
 *
 * @example
 * const { connect, isPending, error } = useConnect();
 * const [wallet] = useWallets();
 */
export function useConnect(): UseConnectReturnType {
  const kit = useLatchkit();
  const action = useCallback((options: ConnectOptions) => connect(kit, options), [kit]);
  const [run, request] = useRequest(action);
  return { ...request, connect: run, cancel: useCallback(() => cancelConnect(kit), [kit]) };
}
