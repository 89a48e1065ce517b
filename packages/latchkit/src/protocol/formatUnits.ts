/**
 * Converts an amount in the smallest unit to an exact decimal string of whole units, without trailing zeros: 1500n, 3 is '1.5'.
 *
 * @example
 * formatUnits(1_500_000n, 6); // '1.5'
 */
export function formatUnits(amount: bigint, decimals: number): string {
  const digits = amount.toString().padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  const fraction = digits.slice(point).replace(/0+$/, '');
  return fraction ? `${digits.slice(0, point)}.${fraction}` : digits.slice(0, point);
}
