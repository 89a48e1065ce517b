import {
  formatUnits,
  type PreparedTransfer,
  parseAmount,
  type SendState,
  toBaseUnits,
} from '../../../core/index.js';

/** What stands between a visitor and the review; undefined: nothing. */
export type SendProblem =
  | { readonly kind: 'incomplete' }
  /** `most`: what there is, or with `fee` what is left of it after the network's fee. */
  | { readonly kind: 'tooMuch'; readonly most: string; readonly fee: boolean }
  | { readonly kind: 'tooManyDecimals' }
  | { readonly kind: 'notNumber' }
  | { readonly kind: 'zero' }
  | { readonly kind: 'fee' };

/** What keeps the form from being reviewed. `prepared` is what the chain says, once it has said it. */
export function sendCheck(
  { token, sendTokenAmount, receiverAddress, receiverStatus }: SendState,
  prepared: PreparedTransfer | undefined,
): SendProblem | undefined {
  if (!token || sendTokenAmount === undefined) return { kind: 'incomplete' };
  const { decimals, numeric } = token.quantity;
  const amount = parseAmount(sendTokenAmount);
  if (amount === undefined) return { kind: 'notNumber' };
  const units = toBaseUnits(amount, decimals);
  if (units === undefined) return { kind: 'tooManyDecimals' };
  // `sendTokens` sends 0 for a host that wants it; nobody types it on purpose.
  if (units === 0n) return { kind: 'zero' };
  const max = prepared?.max ?? toBaseUnits(numeric, decimals) ?? 0n;
  if (units > max) {
    const available = prepared?.available ?? max;
    const fee = units <= available;
    return { kind: 'tooMuch', most: formatUnits(fee ? max : available, decimals), fee };
  }
  if (prepared && prepared.nativeAvailable < prepared.fee + prepared.rent) return { kind: 'fee' };
  if (!receiverAddress || receiverStatus !== 'ready') return { kind: 'incomplete' };
  return undefined;
}
