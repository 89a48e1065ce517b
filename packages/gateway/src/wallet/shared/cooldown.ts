import type { Counters } from '../../platform/ports/Counters.js';
import { recordTaken } from './takenAllowances.js';
import { cooldownError } from './walletError.js';
import { WALLET_TIMES } from './walletLimits.js';

/**
 * Allows one email in 30 seconds.
 *
 * @throws HttpError 429 `COOLDOWN`.
 */
export async function cooldown(counters: Counters, key: string): Promise<void> {
  const count = (by: number) => counters.increment(`cooldown:${key}`, by, WALLET_TIMES.cooldown);
  const state = await count(1);
  if (state.count > 1) throw cooldownError(state.resetsIn);
  // To zero, however often others have tried meanwhile: the email of the window did not leave.
  recordTaken(async () => count(-(await counters.read(`cooldown:${key}`))));
}
