import { BaseError } from '../../protocol/BaseError.js';
import { createError } from '../../protocol/errors.js';
import { linkEnvironment, refusesBrowser } from '../../protocol/linkEnvironment.js';
import type { Latchkit } from '../Latchkit.js';
import type { PopupSocial, SocialProvider } from '../LatchkitOptions.js';
import { currentView } from '../modal/modalState.js';
import type { EmbeddedWalletFlow } from './EmbeddedWalletConfig.js';
import { assertLoggedOut, embeddedWalletFlow, getEmbeddedWallet, getLoginFlow } from './getEmbeddedWallet.js';
import { offeredSocials } from './offeredLogins.js';

/** The popup of a social login. */
const POPUP = 'popup,width=600,height=800';

/**
 * Logs the visitor in with a social provider, in a popup. Call it in the visitor's press: otherwise the browser blocks the popup.
 * The progress is in `state.embeddedWallet.social`. A repeated call starts again. If the modal shows `ConnectingSocial`, leaving that
 * view cancels the login. If the wallet has an approval address, a new device waits for the link in an email; see
 * {@link resendSocialLink}.
 *
 * @returns when the visitor is connected.
 * @throws WINDOW_BLOCKED; BROWSER_REFUSED: in another app's browser, which the provider refuses; POPUP_CLOSED; LOGIN_REFUSED; DEVICE_DENIED and OTP_EXPIRED of the link; SOCIAL_NOT_STARTED, with the
 * reason as `cause`; SURFACE_UNAVAILABLE if the page's `Cross-Origin-Opener-Policy` is `same-origin`; ABORTED by
 * {@link cancelSocialLogin}; the embedded wallet's other errors (`FRAME_ERRORS`); AUTH_CONNECTOR_NOT_FOUND; ALREADY_LOGGED_IN: call
 * `disconnect` first; EMAIL_DEPENDENCY; the errors of `connect`.
 *
 * @example
 * const onClick = () => startSocialLogin(kit, 'google').catch(console.error);
 */
export async function startSocialLogin(kit: Latchkit, provider: PopupSocial): Promise<void> {
  assertLoggedOut(kit);
  assertAccepted(kit, provider);
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

/**
 * Logs the visitor in with a social provider in this tab, for browsers without popups and for Telegram. The tab leaves the page
 * and comes back to it, with the query parameter `result_uri` only. If the page had a query or a fragment, the instance loads it
 * once more with them; then it removes the result and connects. State of the page is lost.
 *
 * @throws SOCIAL_NOT_STARTED, with the reason as `cause`; GATEWAY_TOO_OLD; the other errors of `startSocialLogin` but those
 * of popups.
 *
 * @example
 * await leaveForSocialLogin(kit, 'google');
 */
export async function leaveForSocialLogin(
  kit: Latchkit,
  provider: Exclude<SocialProvider, 'farcaster'>,
): Promise<void> {
  assertAccepted(kit, provider);
  await (await getSocialFlow(kit, provider)).leaveForSocialLogin(provider);
}

/**
 * Cancels the social login in progress and closes its popup.
 *
 * @param reason - `POPUP_CLOSED`: the visitor says that the popup is closed; the login ends with that error. Default: it leaves no
 * state, and pending calls reject with ABORTED.
 *
 * @example
 * cancelSocialLogin(kit);
 */
export function cancelSocialLogin(kit: Latchkit, reason?: 'POPUP_CLOSED'): void {
  embeddedWalletFlow.get(kit)?.cancelSocialLogin(reason);
}

/**
 * Sends another link for the social login that waits for one (`step: 'device'`). Earlier links no longer work.
 *
 * @throws LOGIN_EXPIRED if no login waits for a link; COOLDOWN with `context.retryAfter` in seconds; RATE_LIMITED; the embedded
 * wallet's other errors (`FRAME_ERRORS`).
 *
 * @example
 * await resendSocialLink(kit);
 */
export async function resendSocialLink(kit: Latchkit): Promise<void> {
  await (await getEmbeddedWallet(kit)).resendSocialLink();
}

/** @throws BROWSER_REFUSED, which the state shows, in another app's browser that the provider refuses. */
function assertAccepted({ kernel }: Latchkit, provider: Exclude<SocialProvider, 'farcaster'>): void {
  if (!refusesBrowser(provider, linkEnvironment())) return;
  const error = new BaseError('BROWSER_REFUSED', 'The provider refuses the browsers of other apps');
  kernel.set(({ embeddedWallet }) => ({
    embeddedWallet: { ...embeddedWallet, social: { provider, step: 'opening', error } },
  }));
  throw error;
}

/**
 * Returns the running embedded wallet of an instance that offers the provider.
 *
 * @throws AUTH_CONNECTOR_NOT_FOUND if the provider is not offered; ALREADY_LOGGED_IN; EMAIL_DEPENDENCY; DESTROYED.
 */
export async function getSocialFlow(kit: Latchkit, provider: SocialProvider): Promise<EmbeddedWalletFlow> {
  const flow = await getLoginFlow(kit);
  if (!offeredSocials(kit, kit.store.getState()).includes(provider)) {
    throw createError('AUTH_CONNECTOR_NOT_FOUND');
  }
  return flow;
}
