import { useCallback } from 'react';
import { type ConnectOptions, cancelConnect, connect } from '../../core/index.js';
import { useLatchkit } from './useLatchkit.js';
import { useRequest } from './useRequest.js';

/** Connects a wallet without the modal, and leaves an attempt that is in flight. */
export function useConnect() {
  const kit = useLatchkit();
  const action = useCallback((options: ConnectOptions) => connect(kit, options), [kit]);
  const [run, request] = useRequest(action);
  return { ...request, connect: run, cancel: useCallback(() => cancelConnect(kit), [kit]) };
}
