import { factorOfMultiplier, UI_MULTIPLIER } from '../../protocol/factorOfMultiplier.js';
import type { Reader } from './createReaders.js';
import { revertOf } from './revertOf.js';

/** The factor by which a token's amounts are multiplied when they are shown; undefined: they are shown as they are. */
export async function readFactor(reader: Reader, token: string): Promise<string | undefined> {
  const call = { to: token, data: UI_MULTIPLIER };
  const answer = await reader
    .request({ method: 'eth_call', params: [call, 'latest'] })
    .catch((error: unknown) => {
      // Most tokens have no such function. An outage says nothing about the token.
      if (revertOf(error)) return undefined;
      throw error;
    });
  return factorOfMultiplier(answer);
}
