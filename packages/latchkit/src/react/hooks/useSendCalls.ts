import { useCallback } from 'react';
import { sendCalls } from '../../core/index.js';
import { useLatchkit } from './useLatchkit.js';
import { useRequest } from './useRequest.js';

/** Sends a batch of calls (EIP-5792) to a wallet that supports it. Resolves to the id of the batch. */
export function useSendCalls() {
  const kit = useLatchkit();
  const action = useCallback((options: Parameters<typeof sendCalls>[1]) => sendCalls(kit, options), [kit]);
  const [run, request] = useRequest(action);
  return { ...request, sendCalls: run };
}
