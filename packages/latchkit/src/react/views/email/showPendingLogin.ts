import {
  currentView,
  type Latchkit,
  navigate,
  preloadEmbeddedWallet,
  resumeEmailLogin,
} from '../../../core/index.js';

/** Shows a login by email that waits for its mail over Connect, where the modal opens on that: Back leads there. */
export function showPendingLogin(kit: Latchkit): void {
  const { modal } = kit.store.getState();
  if (!modal.open || currentView(modal).name !== 'Connect') return;
  const step = resumeEmailLogin(kit)?.step;
  if (step === undefined || step === 'sending') return;
  navigate(kit, { name: step === 'device' ? 'EmailVerifyDevice' : 'EmailVerifyOtp' });
  void preloadEmbeddedWallet(kit);
}
