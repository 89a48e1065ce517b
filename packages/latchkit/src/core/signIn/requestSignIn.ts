import { createError } from '../../protocol/errors.js';
import type { SiwxMessage } from '../../protocol/siwx/SiwxMessage.js';
import { disconnect } from '../connection/disconnect.js';
import { reportError } from '../kernel/reportError.js';
import { closeModal } from '../modal/closeModal.js';
import { currentView, type ModalState, routeModal } from '../modal/modalState.js';
import { openModal } from '../modal/openModal.js';
import { showToast } from '../modal/toast.js';
import {
  askedEntry,
  callSignIn,
  isCurrent,
  isStranded,
  type SignInEntry,
  type SignInRun,
  setSignIn,
} from './SignInRun.js';
import type { SignInRequest } from './signInState.js';

type Problem = SignInRequest['problem'];

/** Requests a session for an entry's account; requests are shown one at a time. */
export function need(run: SignInRun, entry: SignInEntry, problem?: Problem): void {
  entry.status = 'needed';
  if (run.kit.store.getState().signIn.asking) return;
  begin(run, entry, problem);
}

/** Shows the next pending request; without one, the sign view closes. */
export function askNext(run: SignInRun): void {
  const { signIn, activeNamespace } = run.kit.store.getState();
  if (!signIn.asking) {
    const active = run.entries.get(activeNamespace);
    const waiting = [active, ...run.entries.values()].find(entry => entry?.status === 'needed');
    if (waiting) begin(run, waiting);
  }
  settleModal(run);
}

/** Shows a request in place of the current one. */
export function begin(run: SignInRun, entry: SignInEntry, problem?: Problem): void {
  const { namespace, connectorId, address, chainId } = entry.target;
  setSignIn(run, () => ({
    asking: {
      ...{ namespace, connectorId, address, chainId, problem },
      message: undefined,
      text: undefined,
      step: entry.attempt ? 'waiting' : 'preparing',
    },
  }));
  run.kit.kernel.emit({ event: 'SIGN_IN_ASKED', namespace, chainId });
  showSignInView(run);
  // The wallet's prompt is still open: the visitor left the request and came back.
  if (entry.attempt) return;
  prepare(run, entry).catch((cause: unknown) => {
    // If the visitor pressed 'Sign' meanwhile, that attempt reports the error.
    if (isAsked(run, entry) && !entry.attempt) void cannotStart(run, entry, cause);
  });
}

/** Whether the entry is the current request. */
export function isAsked(run: SignInRun, entry: SignInEntry): boolean {
  return (
    isCurrent(run, entry) && run.kit.store.getState().signIn.asking?.namespace === entry.target.namespace
  );
}

/** Updates the current request, if it is the entry's. */
export function updateRequest(run: SignInRun, entry: SignInEntry, change: Partial<SignInRequest>): void {
  if (!isAsked(run, entry)) return;
  setSignIn(run, ({ asking }) => ({ asking: asking && { ...asking, ...change } }));
}

/** Ends the current request. */
export function stopAsking(run: SignInRun): void {
  setSignIn(run, () => ({ asking: undefined }));
}

/** Creates the message for the entry's account; one at a time. */
export function prepare(run: SignInRun, entry: SignInEntry): Promise<SiwxMessage> {
  entry.preparing ??= make(run, entry).finally(() => {
    entry.preparing = undefined;
  });
  return entry.preparing;
}

async function make(run: SignInRun, entry: SignInEntry): Promise<SiwxMessage> {
  const { message, text } = await callSignIn(run, async signIn => {
    const made = await signIn.createMessage(entry.target);
    return { message: made, text: signIn.format(made) };
  });
  if (isAsked(run, entry)) {
    run.preparedAt = Date.now();
    const isReady = run.kit.store.getState().signIn.asking?.step === 'preparing';
    updateRequest(run, entry, isReady ? { message, text, step: 'ready' } : { message, text });
  }
  return message;
}

/** Reports that sign-in cannot start, and disconnects. Sessions of other networks stay. */
export async function cannotStart(run: SignInRun, entry: SignInEntry, cause: unknown): Promise<void> {
  const { kit } = run;
  const { namespace } = entry.target;
  const error = createError('SIGN_IN_UNAVAILABLE', { cause });
  kit.kernel.emit({ event: 'SIGN_IN_ERROR', namespace, code: error.code });
  reportError(kit, 'SIGN_IN', error);
  // The connection is ending; if that fails, the visitor is not blocked.
  entry.status = 'dismissed';
  stopAsking(run);
  showToast(kit, { tone: 'danger', text: 'toast.signInUnavailable' });
  await leaveConnection(run, entry);
  if (kit.kernel.signal.aborted) return;
  allowClosing(run);
  if (!kit.store.getState().signIn.asking) openModal(kit);
}

/** Disconnects an entry's wallet without ending its sessions. Never rejects. */
export async function leaveConnection(run: SignInRun, { target }: SignInEntry): Promise<void> {
  run.leaving = true;
  try {
    await disconnect(run.kit, {
      namespace: target.namespace,
      connectorId: target.connectorId,
      keepOpen: true,
    });
  } catch {
    showToast(run.kit, { tone: 'danger', text: 'toast.disconnectFailed' });
  } finally {
    run.leaving = false;
  }
}

const VIEW = { name: 'SIWXSignMessage' } as const;
const UNLISTED = { name: 'UnsupportedChain' } as const;

/** Shows the sign view as the only view, without Back. While sign-in is required, it cannot be closed. */
export function showSignInView(run: SignInRun): void {
  showAlone(run, VIEW);
}

function showAlone({ kit, required }: SignInRun, view: typeof VIEW | typeof UNLISTED): void {
  const { modal } = kit.store.getState();
  const closable = !required;
  const shown = modal.open && currentView(modal).name === view.name;
  // A change that changes nothing would call the observers, and so this function, without end.
  if (shown && modal.closable === closable) return;
  const next = shown ? modal : routeModal(modal, { type: modal.open ? 'reset' : 'open', view });
  kit.kernel.set({ modal: routeModal(next, { type: 'closable', closable }) });
  if (!modal.open) kit.kernel.emit({ event: 'MODAL_OPEN', view: view.name, connected: true });
}

/**
 * While a required sign-in waits for a wallet on an unlisted network, keeps the view in which the visitor changes the network or
 * disconnects; nothing replaces it.
 */
export function holdStranded(run: SignInRun): void {
  const state = run.kit.store.getState();
  if (askedEntry(run)) return;
  if (isStranded(state)) showAlone(run, UNLISTED);
  else if (currentView(state.modal).name === UNLISTED.name) allowClosing(run);
}

/** Closes the sign view once no request or session lookup is pending. */
function settleModal(run: SignInRun): void {
  const { kit } = run;
  const { modal, signIn } = kit.store.getState();
  if (signIn.asking || signIn.checking.length > 0) return;
  if (isStranded(kit.store.getState())) holdStranded(run);
  else if (modal.open && currentView(modal).name === VIEW.name) closeModal(kit, { force: true });
  else allowClosing(run);
}

/** Allows the modal to be closed again. */
function allowClosing({ kit }: SignInRun): void {
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
