/**
 * Converts a plain decimal amount to the token's smallest unit: `1.5` with 6 decimals is `1500000n`. Undefined if it has more
 * decimals than the token.
 */
export function toBaseUnits(amount: string, decimals: number): bigint | undefined {
  const [whole = '', fraction = ''] = amount.split('.');
  const kept = fraction.slice(0, decimals);
  if (/[1-9]/.test(fraction.slice(decimals))) return undefined;
  return BigInt(`${whole}${kept.padEnd(decimals, '0')}` || '0');
}
