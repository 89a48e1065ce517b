import type { SocialLoginState } from '../../core/embeddedWallet/embeddedWalletState.js';
import type { PopupSocial } from '../../core/LatchkitOptions.js';
import { type BaseError, isError } from '../../protocol/BaseError.js';
import { frameError } from '../../protocol/frame/frameErrors.js';
import { beginSocial } from './beginSocial.js';
import { connectSocial } from './connectSocial.js';
import type { SocialLoginContext } from './createSocialFlow.js';
import { endedSocial } from './endedSocial.js';
import { update } from './FlowContext.js';
import { followPopup, type PopupSight } from './followPopup.js';
import { opensApart } from './opensApart.js';

/**
 * Logs in with a social provider in a popup, and connects. The state shows the progress, and why the login ended.
 *
 * @param signal - Cancels the login, which then leaves no state.
 * @throws See `startSocialLogin`.
 */
export async function logInByPopup(
  context: SocialLoginContext,
  provider: PopupSocial,
  popup: Window | null,
  signal: AbortSignal,
): Promise<void> {
  let state: SocialLoginState = { provider, step: 'opening' };
  const enter = (change: Partial<SocialLoginState>) => {
    state = { ...state, ...change };
    if (!signal.aborted) update(context, { social: state });
  };
  /** Only changes what the visitor reads while the login is at the provider. */
  const see = (sight: PopupSight) => {
    if (state.step !== 'provider') return;
    if (sight === 'result') enter({ step: 'checking', isHidden: false });
    else if (sight === 'closed' && !state.isHidden) enter({ isHidden: true });
    else if (sight === 'elsewhere' && !state.isElsewhere) enter({ isElsewhere: true });
  };
  let begun: string | undefined;
  const over = new AbortController();
  const close = () => popup?.close();
  /** The popup's secret goes before anything else, so that nothing takes a result that comes later. */
  const leave = () => {
    if (begun) context.frame.call('LEAVE_SOCIAL', { uri: begun }).catch(() => {});
    close();
    over.abort();
  };
  signal.addEventListener('abort', leave, { once: true });
  try {
    enter({});
    if (popup === null) throw frameError('WINDOW_BLOCKED');
    const started = await beginSocial(context, { provider }, signal);
    begun = started.uri;
    popup.location.replace(begun);
    enter({ step: 'provider' });
    await connectSocial(context, await followPopup(popup, started, context, see, over.signal), {
      signal,
      onLink(link) {
        close();
        if (link) enter({ step: 'device', isHidden: false, link });
      },
    });
    enter({ step: 'checking', isHidden: false });
    close();
    await context.enter(signal);
    if (!signal.aborted) update(context, { social: undefined });
  } catch (cause) {
    if (!signal.aborted) leave();
    const error = await errorOf(cause);
    if (!signal.aborted) update(context, { social: endedSocial(context.kit, provider, state.step, error) });
    throw error;
  } finally {
    signal.removeEventListener('abort', leave);
    over.abort();
  }
}

/** A popup also reads as closed if the page's opener policy separates it. */
async function errorOf(cause: unknown): Promise<BaseError> {
  const error = isError(cause) ? cause : frameError('INTERNAL', { cause });
  if (error.code !== 'POPUP_CLOSED' || !(await opensApart())) return error;
  const details = 'Set the header Cross-Origin-Opener-Policy of this page to same-origin-allow-popups.';
  return frameError('SURFACE_UNAVAILABLE', { cause, details });
}
