import type { Latchkit } from '../Latchkit.js';
import type { OfferedSocial } from '../LatchkitOptions.js';
import { getSocialFlow } from './getSocialFlow.js';

/**
 * Logs the visitor in with a social provider in this tab, for browsers without popups. The tab leaves the page and comes back to
 * it, with the query parameter `result_uri`; the instance removes it and connects. State of the page is lost.
 *
 * @throws SOCIAL_NOT_STARTED, with the reason as `cause`; the other errors of `startSocialLogin` but those of popups.
 *
 * @example
 * await leaveForSocialLogin(kit, 'google');
 */
export async function leaveForSocialLogin(kit: Latchkit, provider: OfferedSocial): Promise<void> {
  await (await getSocialFlow(kit, provider)).leaveForSocialLogin(provider);
}
