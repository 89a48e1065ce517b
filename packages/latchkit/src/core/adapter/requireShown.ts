import { BaseError } from '../../protocol/BaseError.js';
import { shownUnits } from '../../protocol/shownUnits.js';
import type { TransferRequest } from './Transaction.js';

/**
 * Checks that a payment still shows what the visitor has reviewed.
 *
 * @param factor - Of the token, as the chain has it now; undefined: it is not scaled.
 * @throws SEND_AMOUNT_CHANGED
 */
export function requireShown(
  { amount, shown = amount }: Pick<TransferRequest, 'amount' | 'shown'>,
  factor: string | undefined,
): void {
  if (shownUnits(amount, factor ?? '1') === shown) return;
  throw amountChanged({ factor });
}

/** The error of what is not sent, because its amounts show something else by now. */
export function amountChanged(context: Readonly<Record<string, string | undefined>>): BaseError {
  return new BaseError(
    'SEND_AMOUNT_CHANGED',
    'The issuer of the token has changed what the amount shows, so nothing was sent',
    { context },
  );
}
