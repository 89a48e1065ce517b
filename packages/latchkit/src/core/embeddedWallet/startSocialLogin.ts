import type { Latchkit } from '../Latchkit.js';
import type { OfferedSocial } from '../LatchkitOptions.js';
import { currentView } from '../modal/modalState.js';
import { getSocialFlow } from './getSocialFlow.js';

/** The popup of a social login. */
const POPUP = 'popup,width=600,height=800';

/**
 * Logs the visitor in with a social provider, in a popup. Call it in the visitor's press: otherwise the browser blocks the popup.
 * The progress is in `state.embeddedWallet.social`. A repeated call starts again. If the modal shows `ConnectingSocial`, leaving that
 * view cancels the login. If the wallet has an approval address, a new device waits for the link in an email; see
 * {@link resendSocialLink}.
 *
 * @returns when the visitor is connected.
 * @throws WINDOW_BLOCKED; POPUP_CLOSED; LOGIN_REFUSED; DEVICE_DENIED and OTP_EXPIRED of the link; SOCIAL_NOT_STARTED, with the reason as `cause`; SURFACE_UNAVAILABLE if the
 * page's `Cross-Origin-Opener-Policy` is `same-origin`; ABORTED by {@link cancelSocialLogin}; the embedded wallet's other errors
 * (`FRAME_ERRORS`); AUTH_CONNECTOR_NOT_FOUND; EMAIL_DEPENDENCY; the errors of `connect`.
 *
 * @example
 * const onClick = () => startSocialLogin(kit, 'google').catch(console.error);
 */
export async function startSocialLogin(kit: Latchkit, provider: OfferedSocial): Promise<void> {
  // Opened empty before anything is awaited, because a press lets a page open popups only for a moment.
  const popup = window.open('', '', POPUP);
  const { name } = currentView(kit.store.getState().modal);
  try {
    await (await getSocialFlow(kit, provider)).startSocialLogin(provider, popup, name);
  } catch (error) {
    popup?.close();
    throw error;
  }
}
