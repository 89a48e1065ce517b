import type { SocialLoginState } from '../../core/embeddedWallet/embeddedWalletState.js';
import type { LeftFor } from '../../core/embeddedWallet/leftFor.js';
import { writeWaitingLogin } from '../../core/embeddedWallet/waitingLogin.js';
import type { Latchkit } from '../../core/Latchkit.js';
import type { BaseError } from '../../protocol/BaseError.js';
import { logSetUpFault } from './logSetUpFault.js';

/** The state of a login that ended with an error. If the wallet opens later, that is stored, so that a reload does not lose it. */
export function endedSocial(
  { kernel }: Latchkit,
  provider: LeftFor,
  step: SocialLoginState['step'],
  error: BaseError,
): SocialLoginState {
  logSetUpFault(provider, error);
  const { retryAfter } = error.context;
  const isFrozen = error.code === 'FROZEN';
  if ((!isFrozen && error.code !== 'RECOVERY_DELAYED') || typeof retryAfter !== 'number') {
    return { provider, step, error };
  }
  const opensAt = Date.now() + retryAfter * 1_000;
  writeWaitingLogin(kernel.storage, { provider, isFrozen, opensAt });
  return { provider, step, error, opensAt };
}
