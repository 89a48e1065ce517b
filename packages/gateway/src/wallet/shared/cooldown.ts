import type { Counters } from '../../platform/ports/Counters.js';
import { cooldownError } from './walletError.js';
import { WALLET_TIMES } from './walletLimits.js';

/**
 * Allows one email in 30 seconds.
 *
 * @throws HttpError 429 `COOLDOWN`.
 */
export async function cooldown(counters: Counters, key: string): Promise<void> {
  const { count, resetsIn } = await counters.increment(`cooldown:${key}`, 1, WALLET_TIMES.cooldown);
  if (count > 1) throw cooldownError(resetsIn);
}
