import { formatUnits, type PreparedTransfer, type SendState } from '../../../core/index.js';
import { factorOf, parseAmount, shownUnits, toBaseUnits, unitsOfShown } from '../../../internal/index.js';

/** The reason why a payment can't be reviewed yet. */
export type SendProblem =
  | { readonly kind: 'incomplete' }
  /** `most`: the balance or, with `fee`, the balance minus the network fee. */
  | { readonly kind: 'tooMuch'; readonly most: string; readonly fee: boolean }
  | { readonly kind: 'tooManyDecimals' }
  | { readonly kind: 'notNumber' }
  | { readonly kind: 'zero' }
  | { readonly kind: 'fee' };

/**
 * Returns what prevents the review of a payment, or undefined. `prepared` is the result from the chain, once it is
 * known.
 */
export function sendCheck(send: SendState, prepared: PreparedTransfer | undefined): SendProblem | undefined {
  const { token, sendTokenAmount, receiverAddress, receiverStatus } = send;
  if (!token || sendTokenAmount === undefined) return { kind: 'incomplete' };
  const { decimals, numeric } = token.quantity;
  const amount = parseAmount(sendTokenAmount);
  if (amount === undefined) return { kind: 'notNumber' };
  const shown = toBaseUnits(amount, decimals);
  if (shown === undefined) return { kind: 'tooManyDecimals' };
  const factor = factorOf(send);
  const units = unitsOfShown(shown, factor);
  // A host may pass 0 to `sendTokens`, but a visitor who types it made a mistake.
  if (units === 0n) return { kind: 'zero' };
  const max = prepared?.max ?? toBaseUnits(numeric, decimals) ?? 0n;
  if (units > max) {
    const available = prepared?.available ?? max;
    const fee = units <= available;
    return { kind: 'tooMuch', most: formatUnits(shownUnits(fee ? max : available, factor), decimals), fee };
  }
  if (prepared && prepared.nativeAvailable < prepared.fee + prepared.rent) return { kind: 'fee' };
  if (!receiverAddress || receiverStatus !== 'ready') return { kind: 'incomplete' };
  return undefined;
}
