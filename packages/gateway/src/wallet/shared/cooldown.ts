import type { Counters } from '../../platform/ports/Counters.js';
import { recordTaken } from './takenAllowances.js';
import { cooldownError } from './walletError.js';
import { WALLET_TIMES } from './walletLimits.js';

/**
 * Allows one email in 30 seconds. One that does not leave does not count, at most three times in an hour.
 *
 * @throws HttpError 429 `COOLDOWN`.
 */
export async function cooldown(counters: Counters, of: string): Promise<void> {
  const key = `cooldown:${of}`;
  const count = (by: number) => counters.increment(key, by, WALLET_TIMES.cooldown);
  const state = await count(1);
  if (state.count > 1) throw cooldownError(state.resetsIn);
  // To zero, however often others have tried meanwhile: the email of the window did not leave.
  recordTaken({ counters, key, state, giveBack: async () => count(-(await counters.read(key))) });
}
