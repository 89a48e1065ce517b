import type { Latchkit } from '../../../core/index.js';
import { currentView, navigate, preloadEmbeddedWallet, resumeEmailLogin } from '../../../internal/index.js';

/** Shows a pending email login on top of Connect, if the modal opens on Connect: Back leads there. */
export function showPendingLogin(kit: Latchkit): void {
  const { modal } = kit.store.getState();
  if (!modal.open || currentView(modal).name !== 'Connect') return;
  const step = resumeEmailLogin(kit)?.step;
  if (step === undefined || step === 'sending') return;
  navigate(kit, { name: step === 'device' ? 'EmailVerifyDevice' : 'EmailVerifyOtp' });
  void preloadEmbeddedWallet(kit);
}
