import { useCallback } from 'react';
import { sendCalls } from '../../core/index.js';
import { useLatchkit } from './useLatchkit.js';
import { type RequestControls, useRequest } from './useRequest.js';

/** A batch of calls that the wallet accepted. */
export interface SentCalls {
  /** The wallet's id of the batch. */
  readonly id: string;
}

/** What {@link useSendCalls} returns. */
export type UseSendCallsReturnType = RequestControls<SentCalls> & {
  /** Amounts are in wei. Resolves once the wallet has accepted the batch. */
  readonly sendCalls: (options: Parameters<typeof sendCalls>[1]) => Promise<SentCalls>;
};

/**
 * Sends a batch of calls (EIP-5792) to a wallet that supports it.
 *
 * @example
 * const { sendCalls, data } = useSendCalls();
 * const { id } = await sendCalls({ calls: [{ to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', value: 1n }] });
 */
export function useSendCalls(): UseSendCallsReturnType {
  const kit = useLatchkit();
  const action = useCallback(
    async (options: Parameters<typeof sendCalls>[1]) => ({ id: await sendCalls(kit, options) }),
    [kit],
  );
  const [run, request] = useRequest(action);
  return { ...request, sendCalls: run };
}
