import type { Counters } from '../ports/Counters.js';
import { cooldownError } from './walletError.js';
import { WALLET_TIMES } from './walletLimits.js';

/**
 * Lets one mail in half a minute pass.
 *
 * @throws GatewayError 429 `COOLDOWN` [VAL-08].
 */
export async function cooldown(counters: Counters, key: string): Promise<void> {
  const { count, resetsIn } = await counters.increment(`cooldown:${key}`, 1, WALLET_TIMES.cooldown);
  if (count > 1) throw cooldownError(resetsIn);
}
