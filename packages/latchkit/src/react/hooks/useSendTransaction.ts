import { useCallback } from 'react';
import { sendTransaction } from '../../core/index.js';
import { useLatchkit } from './useLatchkit.js';
import { useRequest } from './useRequest.js';

/** Asks the connected wallet to send a transaction. Amounts are in wei. Resolves to the transaction hash. */
export function useSendTransaction() {
  const kit = useLatchkit();
  const action = useCallback(
    (options: Parameters<typeof sendTransaction>[1]) => sendTransaction(kit, options),
    [kit],
  );
  const [run, request] = useRequest(action);
  return { ...request, sendTransaction: run };
}
