import { isError } from '../../protocol/BaseError.js';
import type { FramePayload, FrameSuccess } from '../../protocol/frame/frameMessages.js';
import { embeddedError } from '../embeddedErrors.js';
import { ask, type FlowContext } from './FlowContext.js';

/** Starts a social login at the wallet service. @throws SOCIAL_NOT_STARTED; ABORTED */
export async function beginSocial(
  context: Pick<FlowContext, 'frame'>,
  payload: FramePayload<'GET_SOCIAL_REDIRECT_URI'>,
  signal: AbortSignal,
): Promise<FrameSuccess<'GET_SOCIAL_REDIRECT_URI'>> {
  try {
    return await ask(context, 'GET_SOCIAL_REDIRECT_URI', payload, { signal });
  } catch (cause) {
    throw isError(cause, 'ABORTED') ? cause : embeddedError('SOCIAL_NOT_STARTED', { cause });
  }
}
