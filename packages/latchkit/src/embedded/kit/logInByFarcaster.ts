import type { SocialLoginState } from '../../core/embeddedWallet/embeddedWalletState.js';
import { type BaseError, isError } from '../../protocol/BaseError.js';
import { frameError } from '../../protocol/frame/frameErrors.js';
import { embeddedError } from '../embeddedErrors.js';
import type { SocialContext } from './createSocialFlow.js';
import { ask, askAnew, update } from './FlowContext.js';
import { logSetUpFault } from './logSetUpFault.js';

/** How often an expired code is renewed without a press: together with the first one, for a quarter of an hour. */
const RENEWALS = 2;

/**
 * Logs in with Farcaster, and connects. The state shows the link, and why the login ended.
 *
 * @param signal - Cancels the login, which then leaves no state.
 * @throws See `startFarcasterLogin`.
 */
export async function logInByFarcaster(context: SocialContext, signal: AbortSignal): Promise<void> {
  let step: SocialLoginState['step'] = 'opening';
  const show = (change: Omit<SocialLoginState, 'provider' | 'step'> = {}) => {
    if (!signal.aborted) update(context, { social: { provider: 'farcaster', step, ...change } });
  };
  try {
    show();
    for (let renewals = 0; !(await isApproved(renewals === RENEWALS)); renewals += 1);
    step = 'checking';
    show();
    await context.enter(signal);
    if (!signal.aborted) update(context, { social: undefined });
  } catch (cause) {
    const error = errorOf(cause);
    logSetUpFault('farcaster', error);
    show({ error });
    throw error;
  }
  /** Shows a code, and waits for its approval. Returns false if it expired and may be renewed. */
  async function isApproved(isLast: boolean): Promise<boolean> {
    try {
      const { url } = await askAnew(context, 'GET_FARCASTER_URI', {}, { signal });
      step = 'provider';
      show({ url });
      await ask(context, 'CONNECT_FARCASTER', {}, { signal });
      return true;
    } catch (cause) {
      if (isError(cause, 'ABORTED')) throw cause;
      if (isError(cause, 'LOGIN_EXPIRED') && !isLast) return false;
      throw embeddedError('FARCASTER_NOT_CONNECTED', { cause });
    }
  }
}

function errorOf(cause: unknown): BaseError {
  return isError(cause) ? cause : frameError('INTERNAL', { cause });
}
