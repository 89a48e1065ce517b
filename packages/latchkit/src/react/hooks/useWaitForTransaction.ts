import { useCallback } from 'react';
import { type WaitForTransactionOptions, waitForTransaction } from '../../core/index.js';
import { useLatchkit } from './useLatchkit.js';
import { useRequest } from './useRequest.js';

/** Waits until a transaction is settled. A reverted transaction is an error whose message is the chain's reason. */
export function useWaitForTransaction() {
  const kit = useLatchkit();
  const action = useCallback((options: WaitForTransactionOptions) => waitForTransaction(kit, options), [kit]);
  const [run, request] = useRequest(action);
  return { ...request, waitForTransaction: run };
}
