import { frameError } from '../../protocol/frame/frameErrors.js';
import { type SocialResult, socialResult } from '../../protocol/frame/socialResult.js';

/** Milliseconds between two looks at whether the popup is closed. */
const TICK = 1_000;

/**
 * Waits for the result of a popup, or until it is closed.
 *
 * @param origin - Origin of the wallet service, which alone may report a result.
 * @throws ABORTED
 */
export function awaitPopup(
  popup: Window,
  origin: string,
  signal: AbortSignal,
): Promise<'closed' | SocialResult> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      clearInterval(timer);
      window.removeEventListener('message', hear);
      signal.removeEventListener('abort', abort);
    };
    const end = (how: 'closed' | SocialResult) => {
      leave();
      resolve(how);
    };
    const abort = () => {
      leave();
      reject(frameError('ABORTED', { context: { type: 'CONNECT_SOCIAL' } }));
    };
    const hear = (event: MessageEvent) => {
      if (event.origin !== origin || event.source !== popup) return;
      const result = socialResult.safeParse(event.data);
      if (result.success) end(result.data);
    };
    const timer = setInterval(() => popup.closed && end('closed'), TICK);
    window.addEventListener('message', hear);
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
  });
}
