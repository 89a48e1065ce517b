import type { BaseError } from '../../protocol/BaseError.js';
import { instanceSlot } from '../kernel/Kernel.js';
import type { Latchkit } from '../Latchkit.js';
import type { LatchkitState } from '../LatchkitState.js';
import type { PaymentReceipt, PayState } from './PayState.js';

/** The payment in progress, which only the page that asked for it knows. */
export interface RunningPayment {
  /** The visitor connects a wallet, and the modal leaves the payment meanwhile. */
  isConnecting: boolean;
  /** Why the last attempt sent nothing: the visitor can try again, and `pay` rejects with it when they leave. */
  declined?: BaseError | undefined;
  readonly resolve: (receipt: PaymentReceipt) => void;
  readonly reject: (error: unknown) => void;
}

export const runningPayment = /* @__PURE__ */ instanceSlot<RunningPayment>('payment');

/** The payment that the visitor is asked for, or the last one. */
export function selectPay({ pay }: Pick<LatchkitState, 'pay'>): PayState | undefined {
  return pay;
}

/** Changes the state of the payment. */
export function updatePay(kit: Latchkit, change: Partial<PayState>): void {
  kit.kernel.set(({ pay }) => (pay ? { pay: { ...pay, ...change } } : {}));
}
