/**
 * A plain decimal amount in the token's smallest unit: `1.5` with 6 decimals is `1500000n`. Undefined when it has more
 * decimals than the token, of which none can be sent.
 */
export function toBaseUnits(amount: string, decimals: number): bigint | undefined {
  const [whole = '', fraction = ''] = amount.split('.');
  const kept = fraction.slice(0, decimals);
  if (/[1-9]/.test(fraction.slice(decimals))) return undefined;
  return BigInt(`${whole}${kept.padEnd(decimals, '0')}` || '0');
}
