import type { Latchkit } from '../../../core/index.js';
import {
  currentView,
  navigate,
  preloadEmbeddedWallet,
  resumeEmailLogin,
  resumeSocialLogin,
} from '../../../internal/index.js';

/** Shows a pending login on top of Connect, if the modal opens on Connect: Back leads there. */
export function showPendingLogin(kit: Latchkit): void {
  const { modal } = kit.store.getState();
  if (!modal.open || currentView(modal).name !== 'Connect') return;
  const social = resumeSocialLogin(kit);
  const step = social ? undefined : resumeEmailLogin(kit)?.step;
  if (social) navigate(kit, { name: 'ConnectingSocial', provider: social.provider });
  else if (step === 'device') navigate(kit, { name: 'EmailVerifyDevice' });
  else if (step !== undefined && step !== 'sending') navigate(kit, { name: 'EmailVerifyOtp' });
  else return;
  void preloadEmbeddedWallet(kit);
}
