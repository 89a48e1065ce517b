import { formatUnits } from './formatUnits.js';

/** Selector of ERC-8056's `uiMultiplier()`. */
export const UI_MULTIPLIER = '0xa60bf13d';
/** Decimals of its answer. */
const DECIMALS = 18;

/**
 * The factor by which a token's amounts are multiplied when they are shown.
 *
 * @param answer - What its contract answers to {@link UI_MULTIPLIER}.
 * @returns a plain decimal number; undefined: amounts are shown as they are.
 * @see https://eips.ethereum.org/EIPS/eip-8056, read on 29 November 2026
 */
export function factorOfMultiplier(answer: unknown): string | undefined {
  if (typeof answer !== 'string' || !/^0x[0-9a-f]{64}$/i.test(answer)) return undefined;
  const factor = formatUnits(BigInt(answer), DECIMALS);
  return factor === '0' || factor === '1' ? undefined : factor;
}
