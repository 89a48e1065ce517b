import type { Latchkit } from '../../core/Latchkit.js';
import { closeModal } from '../../core/modal/closeModal.js';
import { currentView, type ModalState, routeModal } from '../../core/modal/modalState.js';
import { navigate } from '../../core/modal/navigate.js';
import { openModal } from '../../core/modal/openModal.js';
import { isError } from '../../protocol/BaseError.js';
import { isSiteHeld } from '../../protocol/frame/frameErrors.js';
import type { ApprovalEvent } from '../provider/createEmbeddedProvider.js';
import { update } from './FlowContext.js';

const VIEW = { name: 'ApproveTransaction' } as const;

/** The view of the wallet page, shown while requests wait for the visitor. */
export interface ApprovalView {
  /** Handles an event of a request. `cause`: why it failed. */
  hear(event: ApprovalEvent, cause?: unknown): void;
  /** Shows that the wallet takes no requests of this site for a while, if that is why one failed. */
  hold(cause: unknown): void;
  /** Adds a callback that aborts pending requests when the visitor leaves the view. @returns a function that removes it. */
  onLeave(abort: () => void): () => void;
}

/**
 * Shows the wallet page while it waits for the visitor: the modal opens or changes its view, and is restored afterwards.
 * Leaving the view or closing the modal aborts pending requests.
 */
export function followApprovals(kit: Latchkit): ApprovalView {
  const aborts = new Set<() => void>();
  const abort = () => {
    for (const one of aborts) one();
  };
  let waiting = 0;
  let isOpenedForIt = false;
  const unsubscribe = kit.store.subscribe(({ modal }, before) => {
    if (waiting > 0 && modal !== before.modal && isShown(before.modal) && !isShown(modal)) abort();
  });
  kit.kernel.signal.addEventListener('abort', unsubscribe, { once: true });

  const show = () => {
    const { modal } = kit.store.getState();
    if (isShown(modal)) return;
    isOpenedForIt = !modal.open;
    if (modal.open) navigate(kit, VIEW);
    else openModal(kit, { view: VIEW });
  };
  const hold = (cause: unknown) => {
    if (waiting > 0 || !isError(cause) || !isSiteHeld(cause.code)) return false;
    const { retryAfter } = cause.context;
    if (typeof retryAfter !== 'number') return false;
    const why = cause.code === 'SITE_BLOCKED' ? 'blocked' : 'declined';
    update({ kit }, { held: { why, until: Date.now() + retryAfter * 1_000 } });
    show();
    return true;
  };
  const hear = (event: ApprovalEvent, cause?: unknown) => {
    waiting += event === 'asked' ? 1 : -1;
    update({ kit }, { waiting, held: undefined });
    const { modal } = kit.store.getState();
    if (event === 'asked') return show();
    if (hold(cause)) return;
    if (waiting === 0 && isShown(modal)) {
      if (event === 'approved') leave(kit, isOpenedForIt);
      else leaveAfterFailure(kit, isOpenedForIt);
    }
  };
  return {
    hear,
    hold,
    onLeave(one) {
      aborts.add(one);
      return () => aborts.delete(one);
    },
  };
}

function isShown(modal: ModalState): boolean {
  return modal.open && currentView(modal).name === VIEW.name;
}

/** Returns to the visitor's previous view. */
function leave(kit: Latchkit, isOpenedForIt: boolean): void {
  if (isOpenedForIt) closeModal(kit, { force: true });
  else kit.kernel.set(({ modal }) => ({ modal: routeModal(modal, { type: 'goBack' }) }));
}

/**
 * Handles a request that was refused or failed. With an entry on the transaction stack, the modal stays open for the
 * payment that pushed it, which shows the error and removes the entry; with an empty stack it closes. Sign-in asks
 * again instead.
 */
function leaveAfterFailure(kit: Latchkit, isOpenedForIt: boolean): void {
  const { modal, transactionStack } = kit.store.getState();
  const isAwaited = transactionStack.length > 0 || modal.views.some(({ name }) => name === 'SIWXSignMessage');
  leave(kit, isOpenedForIt || !isAwaited);
}
