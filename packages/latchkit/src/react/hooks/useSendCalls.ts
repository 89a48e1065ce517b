import { useCallback } from 'react';
import { sendCalls } from '../../core/index.js';
import { useLatchkit } from './useLatchkit.js';
import { useRequest } from './useRequest.js';

/** Hands a batch of calls to a wallet that takes batches (EIP-5792). Answers the batch's id. */
export function useSendCalls() {
  const kit = useLatchkit();
  const action = useCallback((options: Parameters<typeof sendCalls>[1]) => sendCalls(kit, options), [kit]);
  const [run, request] = useRequest(action);
  return { ...request, sendCalls: run };
}
