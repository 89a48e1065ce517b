import { useCallback } from 'react';
import type { ChainNamespace, LatchkitState } from '../../core/index.js';
import { useLatchkitState } from '../hooks/useLatchkitState.js';

/** Whether a payment that the shown account sent from here is still pending. */
export function usePending(namespace: ChainNamespace | undefined): boolean {
  return useLatchkitState(
    useCallback(
      ({ namespaces, activeNamespace, pendingTransactions }: LatchkitState) => {
        const { address } = namespaces[namespace ?? activeNamespace]?.account ?? {};
        return pendingTransactions.some(one => one.address.toLowerCase() === address?.toLowerCase());
      },
      [namespace],
    ),
  );
}
