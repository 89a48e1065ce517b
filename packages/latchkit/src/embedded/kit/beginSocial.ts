import { isError } from '../../protocol/BaseError.js';
import type { FramePayload, FrameSuccess } from '../../protocol/frame/frameMessages.js';
import { embeddedError } from '../embeddedErrors.js';
import { askAnew, type FlowContext } from './FlowContext.js';

/** A login to start. */
interface SocialStart {
  readonly provider: FramePayload<'GET_SOCIAL_REDIRECT_URI'>['provider'] | 'telegram';
  /** The page to which the tab comes back. Default: the login is in a popup. */
  readonly returnTo?: string;
}

/** Starts a social login at the wallet service. @throws SOCIAL_NOT_STARTED; ABORTED */
export async function beginSocial(
  context: Pick<FlowContext, 'frame'>,
  { provider, returnTo }: SocialStart,
  signal: AbortSignal,
): Promise<FrameSuccess<'GET_SOCIAL_REDIRECT_URI'>> {
  try {
    // Telegram is no popup login, so it has a message of its own.
    return provider === 'telegram'
      ? await askAnew(context, 'GET_TELEGRAM_REDIRECT_URI', { returnTo: returnTo ?? '' }, { signal })
      : await askAnew(context, 'GET_SOCIAL_REDIRECT_URI', { provider, returnTo }, { signal });
  } catch (cause) {
    throw isError(cause, 'ABORTED') ? cause : embeddedError('SOCIAL_NOT_STARTED', { cause });
  }
}
