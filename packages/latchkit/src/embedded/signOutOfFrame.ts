import { withDeadline } from '../core/adapter/abortable.js';
import { FRAME_MESSAGES } from '../protocol/frame/frameMessages.js';
import type { EmbeddedFrame } from './frame/createEmbeddedFrame.js';

/**
 * Signs the visitor out at the wallet page. It takes at most 3 s and never fails: callers drop the session whatever the
 * wallet page responds.
 *
 * @returns whether the wallet page has confirmed it.
 */
export function signOutOfFrame(frame: Pick<EmbeddedFrame, 'call' | 'status'>): Promise<boolean> {
  if (frame.status() === 'absent') return Promise.resolve(false);
  const told = frame.call('SIGN_OUT', {}).then(
    () => true,
    () => false,
  );
  return withDeadline(told, FRAME_MESSAGES.SIGN_OUT.timeout, false);
}
