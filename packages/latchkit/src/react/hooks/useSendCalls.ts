import { useCallback } from 'react';
import { type SendCallsOptions, type SendCallsReturnType, sendCalls } from '../../core/index.js';
import { useLatchkit } from './useLatchkit.js';
import { type RequestControls, useRequest } from './useRequest.js';

/** What {@link useSendCalls} returns. */
export type UseSendCallsReturnType = RequestControls<SendCallsReturnType> & {
  /** Amounts are in wei. Resolves once the wallet has accepted the batch. */
  readonly sendCalls: (options: SendCallsOptions) => Promise<SendCallsReturnType>;
};

/**
 * Sends a batch of calls (EIP-5792); with `sequential: true` one by one if the wallet has no batches.
 *
 * @example
 * const { sendCalls, data } = useSendCalls();
 * const { id } = await sendCalls({ calls: [{ to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', value: 1n }] });
 */
export function useSendCalls(): UseSendCallsReturnType {
  const kit = useLatchkit();
  const action = useCallback((options: SendCallsOptions) => sendCalls(kit, options), [kit]);
  const [run, request] = useRequest(action);
  return { ...request, sendCalls: run };
}
