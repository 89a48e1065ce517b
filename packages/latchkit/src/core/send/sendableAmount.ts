import { parseAmount } from '../../protocol/amounts.js';
import type { ChainNamespace } from '../../protocol/caip.js';
import { toBaseUnits } from '../../protocol/toBaseUnits.js';

/** What a typed amount comes to in the token's base units; on EVM what is no number is 0 [VAL-22]. Undefined elsewhere. */
export function sendableAmount(
  typed: string,
  decimals: number,
  namespace: ChainNamespace,
): bigint | undefined {
  const amount = parseAmount(typed);
  const units = amount === undefined ? undefined : toBaseUnits(amount, decimals);
  return units ?? (namespace === 'eip155' && amount === undefined ? 0n : undefined);
}
