import type { Latchkit } from '../Latchkit.js';
import { currentView } from '../modal/modalState.js';
import { getSocialFlow } from './socialLogin.js';

/**
 * Logs the visitor in with Farcaster. Show `state.embeddedWallet.social.url` as QR code, or as link on a phone, while its `step` is
 * `provider`; it is renewed when it expires. A repeated call starts again. If the modal shows `ConnectingFarcaster`, leaving that view
 * cancels the login.
 *
 * @returns when the visitor is connected.
 * @throws FARCASTER_NOT_CONNECTED, with the reason as `cause`; ABORTED by `cancelSocialLogin`; AUTH_CONNECTOR_NOT_FOUND;
 * EMAIL_DEPENDENCY; the errors of `connect`.
 *
 * @example
 * startFarcasterLogin(kit).catch(console.error);
 */
export async function startFarcasterLogin(kit: Latchkit): Promise<void> {
  const { name } = currentView(kit.store.getState().modal);
  await (await getSocialFlow(kit, 'farcaster')).startFarcasterLogin(name);
}
