import type { Latchkit } from '../Latchkit.js';
import type { EmailUpdateStep } from './EmbeddedWalletConfig.js';
import { embeddedWalletFlow, embeddedWalletOf } from './getEmbeddedWallet.js';

/**
 * Begins to change the signed-in visitor's email address. The steps are in `state.embeddedWallet.update`.
 *
 * @param email - The new address [VAL-01].
 * @returns `VERIFY_PRIMARY_OTP`: a code went to the old address, see {@link submitPrimaryEmailCode}; `VERIFY_SECONDARY_OTP`: to
 * the new one, see {@link submitSecondaryEmailCode}.
 * @throws AUTH_CONNECTOR_NOT_FOUND [ERR-12]; NOT_CONNECTED_TO_AUTH another wallet is connected [ERR-13]; INVALID_EMAIL;
 * REAUTH_REQUIRED the login is older than ten minutes: log out and in again first; the embedded wallet's other errors (`FRAME_ERRORS`).
 */
export async function startEmailUpdate(kit: Latchkit, email: string): Promise<EmailUpdateStep> {
  return (await embeddedWalletOf(kit)).startEmailUpdate(email);
}

/** Proves the old address; a code goes to the new one [STATE-19]. @throws OTP_INVALID, OTP_EXPIRED, LOCKED. */
export async function submitPrimaryEmailCode(kit: Latchkit, code: string): Promise<void> {
  return (await embeddedWalletOf(kit)).submitPrimaryCode(code);
}

/** Proves the new address, and answers it: it holds from now on [STATE-20]. @throws OTP_INVALID, OTP_EXPIRED, LOCKED. */
export async function submitSecondaryEmailCode(kit: Latchkit, code: string): Promise<string> {
  return (await embeddedWalletOf(kit)).submitSecondaryCode(code);
}

/** Gives up the change that is under way; nothing has changed. */
export function cancelEmailUpdate(kit: Latchkit): void {
  embeddedWalletFlow.get(kit)?.cancelEmailUpdate();
}
