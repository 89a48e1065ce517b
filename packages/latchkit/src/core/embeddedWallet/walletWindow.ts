import { isError } from '../../protocol/BaseError.js';
import type { Latchkit } from '../Latchkit.js';
import { getEmbeddedWallet, getLoginFlow } from './getEmbeddedWallet.js';

/**
 * Completes the email login that waits for its link with the wallet that the browser's wallet window holds, without link and code.
 * Call it in the visitor's press: the wallet window opens, where the visitor agrees with another one. If it has no wallet of this
 * address, the login keeps waiting.
 *
 * @returns when the visitor is connected.
 * @throws REJECTED also if the window has no wallet of this address; OTP_EXPIRED without a login; ABORTED; the embedded wallet's other
 * errors (`FRAME_ERRORS`); the errors of `connect`.
 *
 * @example
 * const onClick = () => connectBrowserWallet(kit).catch(console.error);
 */
export async function connectBrowserWallet(kit: Latchkit): Promise<void> {
  // Opened empty before anything is awaited, because a press lets a page open windows only for a moment. If it is blocked, the wallet
  // page offers a button.
  const popup = window.open('', '', 'popup,width=420,height=720');
  return orClose(popup, async () => (await getLoginFlow(kit)).connectBrowserWallet(popup));
}

/**
 * Opens the portal, where the user manages and exports the embedded wallet, in another tab. Call it in the visitor's press. In a
 * browser whose wallet window does not hold the wallet yet, the visitor first agrees there that it opens the wallet.
 *
 * @throws NOT_CONNECTED; REJECTED; ABORTED; the embedded wallet's other errors (`FRAME_ERRORS`); AUTH_CONNECTOR_NOT_FOUND.
 *
 * @example
 * const onClick = () => manageWallet(kit).catch(console.error);
 */
export async function manageWallet(kit: Latchkit): Promise<void> {
  const tab = window.open('', '');
  return orClose(tab, async () => (await getEmbeddedWallet(kit)).manageWallet(tab));
}

/** Closes the window if the work fails, except after a refusal: the window then says itself why it ended. */
async function orClose(opened: Window | null, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isError(error, 'REJECTED')) opened?.close();
    throw error;
  }
}
