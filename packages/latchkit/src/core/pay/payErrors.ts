import { BaseError, type BaseErrorOptions } from '../../protocol/BaseError.js';

/** The messages of errors of payments for developers; the user interface has its own texts. */
const MESSAGES = {
  PAYMENT_ACCOUNT_CHANGED: 'The account or the network was changed, so nothing was paid',
  PAYMENT_CLOSED: 'The visitor closed the payment',
  PAYMENT_DISCONNECTED: 'The wallet was disconnected before anything was paid',
  PAYMENT_EXPIRED: 'The payment has expired',
  PAYMENT_INVALID:
    'The payment needs a receiver, an asset of a listed network that can be paid, and an amount',
  PAYMENT_NOT_FOUND: 'The gateway has no payment with this id',
  PAYMENT_PENDING: 'Another payment is in progress',
} as const;

export type PayErrorCode = keyof typeof MESSAGES;

/** Creates an error of a payment. */
export function payError(code: PayErrorCode, options: BaseErrorOptions = {}): BaseError {
  return new BaseError(code, MESSAGES[code], options);
}
