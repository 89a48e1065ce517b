import { frameError } from '../../protocol/frame/frameErrors.js';
import type { Latchkit } from '../Latchkit.js';
import type { EmailLoginState } from './embeddedWalletState.js';
import { mailRestedAt, readPendingLogin } from './loginRecords.js';
import { isEmailOffered } from './offeredLogins.js';

/**
 * Resumes a login that waits for its email: the current one, or one from before a reload, which is then in
 * `state.embeddedWallet.login`. Sends no request. Resumes nothing if the visitor is connected or left the login view.
 *
 * @returns Undefined if there is no such login.
 */
export function resumeEmailLogin(kit: Latchkit): EmailLoginState | undefined {
  const { kernel, store } = kit;
  const state = store.getState();
  if (state.connections.length > 0 || !isEmailOffered(kit, state)) return undefined;
  const pending = readPendingLogin(kernel.storage, Date.now());
  if (!pending) return undefined;
  const { isFrozen, ...kept } = pending;
  // Until the wallet page says more.
  const error = isFrozen && frameError('FROZEN', { context: { type: 'CONNECT_DEVICE' } });
  const resendAt = mailRestedAt(kernel.storage, Date.now());
  const { login = { ...kept, ...(error && { error }), resendAt } } = state.embeddedWallet;
  if (login !== state.embeddedWallet.login) {
    kernel.set(({ embeddedWallet }) => ({ embeddedWallet: { ...embeddedWallet, login } }));
  }
  return login;
}
