import { useCallback, useEffect } from 'react';
import { type WaitForTransactionOptions, waitForTransaction } from '../../core/index.js';
import { useLatchkit } from './useLatchkit.js';
import { type RequestState, useRequest } from './useRequest.js';

/** The transaction that {@link useWaitForTransaction} waits for. */
export interface UseWaitForTransactionParameters {
  /** Nothing is awaited while it is undefined. */
  readonly hash: string | undefined;
  /** CAIP-2 id. Default: the active network. */
  readonly chainId?: WaitForTransactionOptions['chainId'] | undefined;
  /** The sender. Default: the active account. */
  readonly address?: string | undefined;
}

/** What {@link useWaitForTransaction} returns. */
export type UseWaitForTransactionReturnType = RequestState<Awaited<ReturnType<typeof waitForTransaction>>> & {
  /** Waits again, for example after TRANSACTION_TIMEOUT. */
  readonly refetch: () => void;
};

/**
 * The outcome of a transaction: `isPending` until it is settled. A reverted transaction is an error whose message is
 * the chain's reason.
 *
 * @example
 * const { data: hash, sendTransaction } = useSendTransaction();
 * const { status, error } = useWaitForTransaction({ hash });
 */
export function useWaitForTransaction({
  hash,
  chainId,
  address,
}: UseWaitForTransactionParameters): UseWaitForTransactionReturnType {
  const kit = useLatchkit();
  const action = useCallback((options: WaitForTransactionOptions) => waitForTransaction(kit, options), [kit]);
  const [run, { reset, ...state }] = useRequest(action);
  const refetch = useCallback(() => {
    if (hash === undefined) return;
    void run({ hash, ...(chainId && { chainId }), ...(address && { address }) });
  }, [run, hash, chainId, address]);
  useEffect(() => {
    refetch();
    return reset;
  }, [refetch, reset]);
  return { ...state, refetch };
}
