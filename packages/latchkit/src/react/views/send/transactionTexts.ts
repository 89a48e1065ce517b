import { shortenAddress, type TrackedTransaction } from '../../../core/index.js';
import type { RingState } from '../../primitives/Ring.js';
import type { Text } from '../../runtime/createText.js';
import { shortAmount } from '../formatAmount.js';

/** The texts for a transaction's status, and the state of its ring. */
export function transactionTexts(
  text: Text,
  { amount, symbol, to, toName, outcome, slow }: TrackedTransaction,
): { readonly state: RingState; readonly title: string; readonly detail: string } {
  const receiver = toName ?? shortenAddress(to);
  const slots = { receiver, amount: `${shortAmount(amount, text.locale)} ${symbol}` };
  if (!outcome) {
    return slow
      ? { state: 'wait', title: text.t('transaction.slow'), detail: text.t('transaction.slowText', slots) }
      : {
          state: 'wait',
          title: text.t('transaction.sending', slots),
          detail: text.t('transaction.sendingText', slots),
        };
  }
  switch (outcome.status) {
    case 'confirmed':
      return {
        state: 'done',
        title: text.t('transaction.sent'),
        detail: text.t('transaction.sentText', slots),
      };
    case 'replaced':
      return outcome.samePayment
        ? { state: 'done', title: text.t('transaction.sent'), detail: text.t('transaction.sentText', slots) }
        : {
            state: 'warn',
            title: text.t('transaction.replaced'),
            detail: text.t('transaction.replacedText', slots),
          };
    case 'reverted':
      return {
        state: 'error',
        title: text.t('transaction.reverted'),
        detail: text.t('transaction.revertedText', { reason: outcome.reason, token: symbol }),
      };
    case 'cancelled':
      return {
        state: 'warn',
        title: text.t('transaction.cancelled'),
        detail: text.t('transaction.cancelledText', slots),
      };
    case 'dropped':
      return {
        state: 'warn',
        title: text.t('transaction.dropped'),
        detail: text.t('transaction.droppedText', slots),
      };
  }
}
