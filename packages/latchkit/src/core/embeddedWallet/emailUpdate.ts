import type { Latchkit } from '../Latchkit.js';
import type { EmailUpdateResult } from './EmbeddedWalletConfig.js';
import { embeddedWalletFlow, getEmbeddedWallet } from './getEmbeddedWallet.js';

/**
 * Starts a change of the signed-in visitor's email address. The current step is in `state.embeddedWallet.update`.
 *
 * @param email - The new address.
 * @returns `currentCode`: a code was sent to the current address, see {@link confirmCurrentEmail}; `newCode`: to the new one, see
 * {@link confirmNewEmail}.
 * @throws AUTH_CONNECTOR_NOT_FOUND; NOT_CONNECTED_TO_AUTH if another wallet is connected; INVALID_EMAIL; SETTLED_DEVICE_REQUIRED with `context.retryAfter` if this browser has had the wallet for less than 24 hours; REAUTH_REQUIRED if the
 * login is older than ten minutes: log out and in again first; the embedded wallet's other errors (`FRAME_ERRORS`).
 *
 * @example
 * const step = await startEmailUpdate(kit, 'new@example.com');
 * if (step === 'currentCode') await confirmCurrentEmail(kit, '123456');
 */
export async function startEmailUpdate(kit: Latchkit, email: string): Promise<EmailUpdateResult> {
  return (await getEmbeddedWallet(kit)).startEmailUpdate(email);
}

/**
 * Confirms the old address; a code is then sent to the new one.
 *
 * @throws OTP_INVALID, OTP_EXPIRED, LOCKED.
 *
 * @example
 * await confirmCurrentEmail(kit, '123456');
 */
export async function confirmCurrentEmail(kit: Latchkit, code: string): Promise<void> {
  return (await getEmbeddedWallet(kit)).confirmCurrentEmail(code);
}

/**
 * Confirms the new address and returns it; it is in effect from now on.
 *
 * @throws OTP_INVALID, OTP_EXPIRED, LOCKED.
 *
 * @example
 * const address = await confirmNewEmail(kit, '123456');
 */
export async function confirmNewEmail(kit: Latchkit, code: string): Promise<string> {
  return (await getEmbeddedWallet(kit)).confirmNewEmail(code);
}

/**
 * Cancels the change in progress; the address stays the same.
 *
 * @example
 * cancelEmailUpdate(kit);
 */
export function cancelEmailUpdate(kit: Latchkit): void {
  embeddedWalletFlow.get(kit)?.cancelEmailUpdate();
}
