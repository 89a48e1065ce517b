import type { SocialLoginLink, SocialLoginState } from '../../core/embeddedWallet/embeddedWalletState.js';
import type { PopupSocial } from '../../core/LatchkitOptions.js';
import { type BaseError, isError } from '../../protocol/BaseError.js';
import { frameError } from '../../protocol/frame/frameErrors.js';
import { awaitPopup } from './awaitPopup.js';
import { beginSocial } from './beginSocial.js';
import { connectSocial } from './connectSocial.js';
import type { SocialLoginContext } from './createSocialFlow.js';
import { endedSocial } from './endedSocial.js';
import { update } from './FlowContext.js';
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
  const show = (social: Omit<SocialLoginState, 'provider'> | undefined) => {
    if (!signal.aborted) update(context, { social: social && { provider, ...social } });
  };
  let step: SocialLoginState['step'] = 'opening';
  const enter = (next: SocialLoginState['step'], isHidden?: boolean) => {
    step = next;
    show({ step, isHidden });
  };
  const showLink = (link: SocialLoginLink) => {
    step = 'device';
    show({ step, link });
  };
  signal.addEventListener('abort', () => popup?.close(), { once: true });
  try {
    enter('opening');
    if (popup === null) throw frameError('WINDOW_BLOCKED');
    const { uri, cutsOpener = false } = await beginSocial(context, { provider }, signal);
    popup.location.replace(uri);
    enter('provider');
    const end = await awaitPopup(popup, new URL(context.wallet).origin, signal);
    if (end === 'closed' && !cutsOpener) throw frameError('POPUP_CLOSED');
    enter(end === 'closed' ? 'provider' : 'checking', end === 'closed');
    await connectSocial(context, end === 'closed' ? uri : end.uri, {
      signal,
      onLink(link) {
        popup.close();
        if (link) showLink(link);
      },
    });
    enter('checking');
    popup.close();
    await context.enter(signal);
    show(undefined);
  } catch (cause) {
    popup?.close();
    const error = await errorOf(cause);
    if (!signal.aborted) update(context, { social: endedSocial(context.kit, provider, step, error) });
    throw error;
  }
}

/** A popup also reads as closed if the page's opener policy separates it. */
async function errorOf(cause: unknown): Promise<BaseError> {
  const error = isError(cause) ? cause : frameError('INTERNAL', { cause });
  if (error.code !== 'POPUP_CLOSED' || !(await opensApart())) return error;
  const details = 'Set the header Cross-Origin-Opener-Policy of this page to same-origin-allow-popups.';
  return frameError('SURFACE_UNAVAILABLE', { cause, details });
}
