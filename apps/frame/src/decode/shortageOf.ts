import { formatUnits } from 'viem';
import type { Line, Slot } from './Review.js';

/** Decimals that are worth reading of what is missing. */
const SHOWN = 6;

/**
 * What is missing of a network's coin; undefined: there is enough. What is missing and what it takes is rounded up, what is there
 * rounded down: who sends as much as it says has enough.
 *
 * @param decimals - Of the coin, at least 6.
 * @param coin - What it is called; undefined: it is not known.
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
