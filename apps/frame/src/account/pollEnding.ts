import { type CallResponse, frameError, isError, type readSocialSignInCall } from 'latchkit/protocol';
import { sleep } from '../services/sleep.js';
import { readFailure, type SocialEnding } from './parseSocialResult.js';
import { isExpired } from './redeemLogin.js';

/**
 * Polls a login until it has ended.
 *
 * @param look - Requests its state from the wallet service.
 * @param pause - Milliseconds between two requests.
 * @throws LOGIN_EXPIRED if the wallet service does not know it; ABORTED
 */
export async function pollEnding(
  look: () => Promise<CallResponse<typeof readSocialSignInCall>>,
  pause: number,
  signal: AbortSignal,
): Promise<SocialEnding> {
  for (;;) {
    const seen = await look().catch(error => {
      // The network may drop while the user is at the provider.
      if (isError(error, 'INTERNAL') || isError(error, 'TIMEOUT')) return undefined;
      throw isExpired(error) ? frameError('LOGIN_EXPIRED', { cause: error }) : error;
    });
    if (seen?.state === 'done' && seen.resultCode !== undefined) return { resultCode: seen.resultCode };
    if (seen?.state === 'failed' && seen.failure !== undefined) return readFailure(seen.failure);
    if (seen !== undefined && seen.state !== 'armed') return { failure: 'LOGIN_EXPIRED' };
    await sleep(pause, signal).catch(cause => {
      throw frameError('ABORTED', { cause });
    });
  }
}
