import { useCallback } from 'react';
import { type SendTransactionOptions, sendTransaction } from '../../core/index.js';
import { useLatchkit } from './useLatchkit.js';
import { type RequestControls, useRequest } from './useRequest.js';

/** What {@link useSendTransaction} returns. */
export type UseSendTransactionReturnType = RequestControls<string> & {
  /** Amounts are in wei. Resolves to the transaction hash. */
  readonly sendTransaction: (options: SendTransactionOptions) => Promise<string>;
};

/**
 * Asks the connected wallet to send a transaction.
 *
 * @example
 * const { sendTransaction, data: hash } = useSendTransaction();
 */
export function useSendTransaction(): UseSendTransactionReturnType {
  const kit = useLatchkit();
  const action = useCallback((options: SendTransactionOptions) => sendTransaction(kit, options), [kit]);
  const [run, request] = useRequest(action);
  return { ...request, sendTransaction: run };
}
