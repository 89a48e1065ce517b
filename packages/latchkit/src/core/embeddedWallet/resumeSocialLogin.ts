import { frameError } from '../../protocol/frame/frameErrors.js';
import type { Latchkit } from '../Latchkit.js';
import type { SocialLoginState } from './embeddedWalletState.js';
import type { LeftFor } from './leftFor.js';
import { offeredSocials } from './offeredLogins.js';
import { readWaitingLogin } from './waitingLogin.js';

/** A social login from before a reload that waits. */
export type ResumedSocialLogin = SocialLoginState & { readonly provider: LeftFor };

/**
 * Resumes a social login from before a reload whose wallet makes new browsers wait or was frozen; it is then in
 * `state.embeddedWallet.social`. Sends no request.
 *
 * @returns Undefined if there is no such login, or the visitor is connected.
 */
export function resumeSocialLogin(kit: Latchkit): ResumedSocialLogin | undefined {
  const { kernel, store } = kit;
  const state = store.getState();
  const waiting = readWaitingLogin(kernel.storage, Date.now());
  if (!waiting || state.connections.length > 0) return undefined;
  const { provider, opensAt, isFrozen } = waiting;
  if (!offeredSocials(kit, state).includes(provider)) return undefined;
  const error = frameError(isFrozen ? 'FROZEN' : 'RECOVERY_DELAYED', { context: { type: 'CONNECT_SOCIAL' } });
  const social: ResumedSocialLogin = { provider, step: 'checking', opensAt, error };
  kernel.set(({ embeddedWallet }) => ({ embeddedWallet: { ...embeddedWallet, social } }));
  return social;
}
