import type { EmailLoginState } from '../../core/embeddedWallet/embeddedWalletState.js';
import { writePendingLogin } from '../../core/embeddedWallet/loginRecords.js';
import type { Latchkit } from '../../core/Latchkit.js';
import type { LatchkitState } from '../../core/LatchkitState.js';
import type { ModalState } from '../../core/modal/modalState.js';

/** Stores a login that waits for its email across a reload; removes one that has ended. */
export function keepPending(
  { kernel }: Latchkit,
  { email, step, error, opensAt, twoEmails }: EmailLoginState,
): void {
  if (step !== 'device' && step !== 'code') return;
  const isEnded = error !== undefined && isOver({ step, opensAt }, error.code);
  const isFrozen = error?.code === 'FROZEN' || undefined;
  writePendingLogin(kernel.storage, isEnded ? undefined : { email, step, opensAt, isFrozen, twoEmails });
}

/** Stores the login while its view is open, and removes it when the visitor goes back. */
export function followViews(kit: Latchkit, state: LatchkitState, before: LatchkitState): void {
  const { modal, embeddedWallet } = state;
  if (!modal.open || modal.views === before.modal.views || !embeddedWallet.login) return;
  if (isLogin(modal)) keepPending(kit, embeddedWallet.login);
  else if (isLogin(before.modal) && modal.direction === 'back') {
    writePendingLogin(kit.kernel.storage, undefined);
  }
}

/** Whether an error ends the login, so that only a new one helps. A code can be sent again, and a freeze ends before a recovery does. */
function isOver({ step, opensAt }: Pick<EmailLoginState, 'step' | 'opensAt'>, code: string): boolean {
  if (code === 'FROZEN') return opensAt === undefined;
  if (['DEVICE_DENIED', 'LOCKED', 'PASSWORD_LOCKED'].includes(code)) return true;
  // The wallet page waits for a recovery delay only before the code.
  return step === 'device' ? code === 'OTP_EXPIRED' : code === 'RECOVERY_DELAYED';
}

function isLogin({ views }: ModalState): boolean {
  return views.at(-1)?.name.startsWith('EmailVerify') === true;
}
