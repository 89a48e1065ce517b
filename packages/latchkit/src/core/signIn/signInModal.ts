import { close } from '../modal/closeModal.js';
import { currentView, type ModalState, routeModal } from '../modal/modalState.js';
import { askedEntry, type SignInRun } from './SignInRun.js';

const VIEW = { name: 'SIWXSignMessage' } as const;

/** Shows the sign view as the only view, without Back. While sign-in is required, it cannot be closed. */
export function showSignInView({ kit, required }: SignInRun): void {
  const opened = !kit.store.getState().modal.open;
  kit.kernel.set(({ modal }) => {
    const shown = modal.open && currentView(modal).name === VIEW.name;
    const next = shown ? modal : routeModal(modal, { type: modal.open ? 'reset' : 'open', view: VIEW });
    return { modal: routeModal(next, { type: 'closable', closable: !required }) };
  });
  if (opened) kit.kernel.emit({ event: 'MODAL_OPEN', view: VIEW.name, connected: true });
}

/** Closes the sign view once no request or session lookup is pending. */
export function settleModal(run: SignInRun): void {
  const { kit } = run;
  const { modal, signIn } = kit.store.getState();
  if (signIn.asking || signIn.checking.length > 0) return;
  if (modal.open && currentView(modal).name === VIEW.name) close(kit, { force: true });
  else allowClosing(run);
}

/** Allows the modal to be closed again. */
export function allowClosing({ kit }: SignInRun): void {
  if (kit.store.getState().modal.closable) return;
  kit.kernel.set(({ modal }) => ({ modal: routeModal(modal, { type: 'closable', closable: true }) }));
}

/** Whether the modal shows the sign view, or the embedded wallet's approval on top of it. */
function isSignIn(modal: ModalState): boolean {
  const { name } = currentView(modal);
  return (
    name === VIEW.name || (name === 'ApproveTransaction' && modal.views.some(one => one.name === VIEW.name))
  );
}

/**
 * Handles navigation during a request. If sign-in is required, the sign view is shown again, even after the modal was closed. If
 * it is optional, leaving the view skips sign-in: returns true.
 */
export function hasLeftSignIn(run: SignInRun): boolean {
  const { modal } = run.kit.store.getState();
  if (!askedEntry(run)) return false;
  if (modal.open && isSignIn(modal)) return false;
  if (!run.required) return true;
  showSignInView(run);
  return false;
}
