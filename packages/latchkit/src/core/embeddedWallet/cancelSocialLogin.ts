import type { Latchkit } from '../Latchkit.js';
import { embeddedWalletFlow } from './getEmbeddedWallet.js';

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
