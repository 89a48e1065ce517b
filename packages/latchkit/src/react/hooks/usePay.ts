import { useCallback } from 'react';
import {
  type LatchkitState,
  type PaymentReceipt,
  type PayOptions,
  type PayState,
  pay,
} from '../../core/index.js';
import { useLatchkit } from './useLatchkit.js';
import { useLatchkitState } from './useLatchkitState.js';
import { type RequestControls, useRequest } from './useRequest.js';

/** What {@link usePay} returns. */
export type UsePayReturnType = RequestControls<PaymentReceipt> & {
  /** Asks for the payment in the modal. Resolves with its receipt. */
  readonly pay: (options: PayOptions) => Promise<PaymentReceipt>;
  /** The step of the payment in progress or of the last one, wherever it was started. */
  readonly step: PayState['step'] | undefined;
};

/**
 * Asks the visitor for payments. The feature `pay` must be on.
 *
 * @example
 * const { pay, data, error } = usePay();
 * const onPay = () => pay({ paymentId });
 */
export function usePay(): UsePayReturnType {
  const kit = useLatchkit();
  const action = useCallback((options: PayOptions) => pay(kit, options), [kit]);
  const [start, request] = useRequest(action);
  const step = useLatchkitState(selectStep);
  return { ...request, pay: start, step };
}

const selectStep = (state: LatchkitState) => state.pay?.step;
