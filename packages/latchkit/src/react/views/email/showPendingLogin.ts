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
  if (social) {
    navigate(kit, { name: 'ConnectingSocial', provider: social.provider });
    return;
  }
  const step = resumeEmailLogin(kit)?.step;
  if (step === undefined || step === 'sending') return;
  navigate(kit, { name: step === 'device' ? 'EmailVerifyDevice' : 'EmailVerifyOtp' });
  void preloadEmbeddedWallet(kit);
}
