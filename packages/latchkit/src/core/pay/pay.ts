import { BaseError } from '../../protocol/BaseError.js';
import type { Latchkit } from '../Latchkit.js';
import type { PaymentReceipt, PaymentTerms } from './PayState.js';

/** The payment to ask the visitor for: its terms, or the id of a payment that the project's server created at the gateway. */
export type PayOptions = PaymentTerms | { readonly paymentId: string };

/**
 * Asks the visitor for a payment in the modal, and resolves with its receipt. The amounts of a payment with an id come from the
 * gateway, so that no page changes them; it can also be paid from another wallet, by QR code. A payment that was sent resolves even if
 * the visitor closes the modal or logs out, and asking again for the same id or reference after a reload resolves with its receipt.
 *
 * @throws PAYMENT_CLOSED if the visitor closes the modal, PAYMENT_EXPIRED, PAYMENT_DISCONNECTED, PAYMENT_ACCOUNT_CHANGED, or
 * REQUEST_REJECTED once a visitor who declined leaves instead of trying again: nothing was paid. TRANSACTION_REVERTED with the chain's
 * reason; PAYMENT_INVALID; PAYMENT_NOT_FOUND; PAYMENT_OFF unless the feature `pay` is on; PAYMENT_PENDING while another payment is in
 * progress; the errors of {@link swap}.
 *
 * @example
 * const { hash } = await pay(kit, {
 *   recipient: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
 *   asset: 'eip155:8453:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
 *   amount: 42_000_000n,
 *   reference: 'order 1042',
 * });
 */
export async function pay(kit: Latchkit, options: PayOptions): Promise<PaymentReceipt> {
  // Checked here, so that a page with the feature off loads nothing of it.
  if (!kit.store.getState().features.pay) throw new BaseError('PAYMENT_OFF', "The feature 'pay' is off");
  await kit.kernel.start();
  const { runPayment } = await import('./runPayment.js');
  return runPayment(kit, options);
}
