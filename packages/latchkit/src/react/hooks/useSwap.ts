import { useCallback } from 'react';
import {
  type LatchkitState,
  type SwapOptions,
  type SwapResult,
  type SwapRun,
  swap,
} from '../../core/index.js';
import { useLatchkit } from './useLatchkit.js';
import { useLatchkitState } from './useLatchkitState.js';
import { type RequestControls, useRequest } from './useRequest.js';

/** What {@link useSwap} returns. */
export type UseSwapReturnType = RequestControls<SwapResult> & {
  /** Amounts are in the smallest units. Resolves when the swap is on the chain. */
  readonly swap: (options: SwapOptions) => Promise<SwapResult>;
  /** The step of the swap in progress or of the last one, wherever it was started. */
  readonly run: SwapRun | undefined;
};

/**
 * Swaps tokens of the connected EVM account: the approval if one is missing, then the swap.
 *
 * @example
 * const { swap, run, data } = useSwap();
 * const step = run?.status === 'asking' ? `Confirm step ${run.step} of ${run.steps} in your wallet` : undefined;
 */
export function useSwap(): UseSwapReturnType {
  const kit = useLatchkit();
  const action = useCallback((options: SwapOptions) => swap(kit, options), [kit]);
  const [start, request] = useRequest(action);
  const run = useLatchkitState(selectRun);
  return { ...request, swap: start, run };
}

const selectRun = (state: LatchkitState) => state.swap?.run;
