import { frameError } from '../../protocol/frame/frameErrors.js';
import type { FrameSuccess } from '../../protocol/frame/frameMessages.js';
import { socialResult } from '../../protocol/frame/socialResult.js';
import type { FlowContext } from './FlowContext.js';

/** Milliseconds between two looks at whether the popup is closed. */
const TICK = 1_000;

/** What is seen of a popup. */
export type PopupSight = 'closed' | 'elsewhere' | 'result';

/**
 * Follows the popup of a login until the signal aborts. Until the wallet page has the popup's secret, the popup shows only the wallet
 * service's own pages, which cut no link to it, so closed means closed. From then on the wallet page asks the wallet service for the
 * result, because a page on the way may have cut the link: then closed, and the popup's own word, only change what the visitor reads.
 *
 * @param see - Told what is seen, each second anew.
 * @returns the URI to connect with: that of the popup's result from an older wallet page, which does not tell that it has the secret.
 * @throws POPUP_CLOSED; ABORTED
 */
export function followPopup(
  popup: Window,
  { uri, cutsOpener }: Pick<FrameSuccess<'GET_SOCIAL_REDIRECT_URI'>, 'uri' | 'cutsOpener'>,
  { frame }: Pick<FlowContext, 'frame'>,
  see: (sight: PopupSight) => void,
  signal: AbortSignal,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const { origin } = new URL(uri);
    const hear = (event: MessageEvent) => {
      if (event.origin !== origin || event.source !== popup) return;
      const told = socialResult.safeParse(event.data);
      if (!told.success) return;
      see('result');
      resolve(told.data.uri);
    };
    let hasPassed = false;
    const stop = frame.on(event => {
      if (event.type !== 'SOCIAL_STEP' || event.payload.uri !== uri) return;
      if (event.payload.step === 'elsewhere') return see('elsewhere');
      hasPassed = true;
      resolve(uri);
    });
    const look = () => {
      if (!popup.closed) return;
      // Where `cutsOpener` is true, the wallet page decides: without the secret it says that the popup is closed.
      if (!hasPassed && !cutsOpener) return reject(frameError('POPUP_CLOSED'));
      see('closed');
      resolve(uri);
    };
    const timer = setInterval(look, TICK);
    window.addEventListener('message', hear);
    const leave = () => {
      stop();
      clearInterval(timer);
      window.removeEventListener('message', hear);
      reject(frameError('ABORTED', { context: { type: 'CONNECT_SOCIAL' } }));
    };
    signal.addEventListener('abort', leave, { once: true });
    if (signal.aborted) leave();
  });
}
