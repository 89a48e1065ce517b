import {
  type CaipNetwork,
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
  | { readonly kind: 'fee' };

/** What keeps the form from being reviewed. `prepared` is what the chain says, once it has said it. */
export function sendCheck(
  { token, sendTokenAmount, receiverAddress, receiverStatus }: SendState,
  network: CaipNetwork,
  prepared: PreparedTransfer | undefined,
): SendProblem | undefined {
  if (!token || sendTokenAmount === undefined) return { kind: 'incomplete' };
  const { decimals, numeric } = token.quantity;
  const amount = parseAmount(sendTokenAmount);
  // On EVM what is no number counts as 0 [VAL-22].
  if (amount === undefined && network.chainNamespace !== 'eip155') return { kind: 'notNumber' };
  const units = amount === undefined ? 0n : toBaseUnits(amount, decimals);
  if (units === undefined) return { kind: 'tooManyDecimals' };
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
