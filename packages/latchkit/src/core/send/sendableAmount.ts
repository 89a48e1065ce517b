import { parseAmount } from '../../protocol/amounts.js';
import type { ChainNamespace } from '../../protocol/caip.js';
import { toBaseUnits } from '../../protocol/toBaseUnits.js';

/** Converts a typed amount to the token's base units. For invalid input: 0 on EVM, else undefined. */
export function sendableAmount(
  typed: string,
  decimals: number,
  namespace: ChainNamespace,
): bigint | undefined {
  const amount = parseAmount(typed);
  const units = amount === undefined ? undefined : toBaseUnits(amount, decimals);
  return units ?? (namespace === 'eip155' && amount === undefined ? 0n : undefined);
}
