import { type CallResponse, frameError, isError, type readSocialSignInCall } from 'latchkit/protocol';
import { readFailure, type SocialEnding } from './parseSocialResult.js';
import { isExpired } from './redeemLogin.js';

/**
 * Polls a login until it has ended.
 *
 * @param look - Requests its state from the wallet service.
 * @param rest - Waits until the next request. False: it was long enough.
 * @param onElsewhere - Called when the provider has come back in another browser. The login may still end in this one.
 * @throws LOGIN_EXPIRED if the wallet service does not know it; ABORTED
 */
export async function pollEnding(
  look: () => Promise<CallResponse<typeof readSocialSignInCall>>,
  rest: () => Promise<boolean>,
  onElsewhere?: () => void,
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
    if (seen?.isElsewhere) onElsewhere?.();
    const isLong = await rest().catch(cause => {
      throw frameError('ABORTED', { cause });
    });
    if (!isLong) return { failure: 'LOGIN_EXPIRED' };
  }
}
