import { useCallback } from 'react';
import { disconnect } from '../../core/index.js';
import { useLatchkit } from './useLatchkit.js';
import { useRequest } from './useRequest.js';

/** Ends the connection: all of it, or of one namespace. */
export function useDisconnect() {
  const kit = useLatchkit();
  const action = useCallback((options?: Parameters<typeof disconnect>[1]) => disconnect(kit, options), [kit]);
  const [run, request] = useRequest(action);
  return { ...request, disconnect: run };
}
