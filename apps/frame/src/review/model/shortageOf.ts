import { formatUnits } from 'viem';
import type { Line, Slot } from '../../texts/createTexts.js';

/** Decimals shown of the missing amount. */
const SHOWN = 6;

/**
 * The shortage of a network's coin; undefined if there is enough. The missing and required amounts are rounded up and the
 * balance is rounded down, so sending the shown amount is enough.
 *
 * @param decimals - Decimals of the coin, at least 6.
 * @param coin - Symbol of the coin; undefined if unknown.
 */
export function shortageOf(
  needed: bigint,
  balance: bigint | undefined,
  decimals: number,
  coin: string | undefined,
): Line | undefined {
  if (balance === undefined || balance >= needed) return undefined;
  const step = 10n ** BigInt(decimals - SHOWN);
  const down = (amount: bigint) => (amount / step) * step;
  const up = (amount: bigint) => down(amount + step - 1n);
  const slot = (amount: bigint): Slot => ({ number: formatUnits(amount, decimals) });
  const slots = {
    missing: slot(up(needed - balance)),
    needed: slot(up(needed)),
    balance: slot(down(balance)),
  };
  return coin === undefined
    ? { text: 'shortage.coins', slots }
    : { text: 'shortage.coin', slots: { ...slots, token: coin } };
}
