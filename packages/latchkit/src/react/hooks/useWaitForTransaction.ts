import { useCallback } from 'react';
import { type WaitForTransactionOptions, waitForTransaction } from '../../core/index.js';
import { useLatchkit } from './useLatchkit.js';
import { useRequest } from './useRequest.js';

/** Waits until a transaction is settled. One that was reverted is an error with the chain's reason as its message. */
export function useWaitForTransaction() {
  const kit = useLatchkit();
  const action = useCallback((options: WaitForTransactionOptions) => waitForTransaction(kit, options), [kit]);
  const [run, request] = useRequest(action);
  return { ...request, waitForTransaction: run };
}
