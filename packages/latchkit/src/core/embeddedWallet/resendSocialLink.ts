import type { Latchkit } from '../Latchkit.js';
import { getEmbeddedWallet } from './getEmbeddedWallet.js';

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
