import { useCallback, useEffect } from 'react';
import { type CallsStatus, type WaitForCallsStatusOptions, waitForCallsStatus } from '../../core/index.js';
import { useLatchkit } from './useLatchkit.js';
import { type RequestState, useRequest } from './useRequest.js';

/** The batch that {@link useWaitForCallsStatus} waits for. */
export interface UseWaitForCallsStatusParameters {
  /** Nothing is awaited while it is undefined. */
  readonly id: string | undefined;
  /** In milliseconds. Default: 60 s. */
  readonly timeout?: number | undefined;
}

/** What {@link useWaitForCallsStatus} returns. */
export type UseWaitForCallsStatusReturnType = RequestState<CallsStatus> & {
  /** Waits again, for example after TRANSACTION_TIMEOUT. */
  readonly refetch: () => void;
};

/**
 * The outcome of a batch: `isPending` until it is settled. A batch that failed, or a part of it, is an error.
 *
 * @example
 * const { data: sent, sendCalls } = useSendCalls();
 * const { data, error } = useWaitForCallsStatus({ id: sent?.id });
 */
export function useWaitForCallsStatus({
  id,
  timeout,
}: UseWaitForCallsStatusParameters): UseWaitForCallsStatusReturnType {
  const kit = useLatchkit();
  const action = useCallback((options: WaitForCallsStatusOptions) => waitForCallsStatus(kit, options), [kit]);
  const [run, { reset, ...state }] = useRequest(action);
  const refetch = useCallback(() => {
    if (id === undefined) return;
    void run({ id, ...(timeout !== undefined && { timeout }) });
  }, [run, id, timeout]);
  useEffect(() => {
    refetch();
    return reset;
  }, [refetch, reset]);
  return { ...state, refetch };
}
