import { createHash } from 'node:crypto';
import { base58 } from '@scure/base';

/**
 * The `reference` of Solana Pay of a payment: an account of the transfer that does nothing but name the payment.
 *
 * @see https://docs.solanapay.com/spec#reference
 */
export function solanaReference(paymentId: string): string {
  return base58.encode(createHash('sha256').update(`latchkit payment ${paymentId}`).digest());
}
