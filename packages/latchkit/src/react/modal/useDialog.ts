import { type RefObject, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { closeModal, type ModalState } from '../../core/index.js';
import { DISMISS_TIP } from '../primitives/Tooltip.js';
import { useModal } from '../runtime/ModalContext.js';
import { animateClose, animateOpen, animateShake, resumeOpen } from '../runtime/motion.js';
import { useKitState } from '../runtime/useKitState.js';
import { focusOnOpen, markFirstFocus } from './dialogFocus.js';
import { keepFocus } from './keepFocus.js';
import { lockScroll } from './lockScroll.js';

/** The modal as drawn: open, closing (it still shows its last view), or prerendered out of sight. */
export interface ShownModal {
  readonly modal: ModalState | undefined;
  readonly closing: boolean;
  /** Prerendered for a likely click, and not open. */
  readonly prerendered: boolean;
}

/**
 * What the modal draws. It may be drawn before the state's `open`, and stays until the closing animation has ended.
 */
export function useShownModal(): ShownModal & { gone: () => void } {
  const { prepared } = useModal();
  const modal = useKitState(state => state.modal);
  const [shown, setShown] = useState(modal.open ? modal : undefined);
  if (modal.open && shown !== modal) setShown(modal);
  const wanted = useSyncExternalStore(prepared.subscribe, prepared.get);
  useEffect(() => {
    if (modal.open) prepared.clear();
  }, [prepared, modal.open]);
  const drawn = modal.open ? modal : shown;
  const gone = () => setShown(undefined);
  const prerendered = !drawn && wanted;
  return { modal: prerendered ? modal : drawn, closing: !modal.open && !prerendered, prerendered, gone };
}

/** Opens and closes the native dialog with the state: its animation, the page's scroll lock, and Escape. */
export function useDialog(
  ref: RefObject<HTMLDialogElement | null>,
  { modal, closing, prerendered, gone }: ShownModal & { gone: () => void },
  sheet: boolean,
): void {
  const { kit, exit } = useModal();
  const present = modal !== undefined && !prerendered;
  const finish = useRef(gone);
  finish.current = gone;
  const sheetNow = useRef(sheet);
  sheetNow.current = sheet;

  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!present || !dialog) return;
    // Set as an attribute: older React versions don't know the prop.
    dialog.setAttribute('closedby', 'closerequest');
    if (!dialog.isConnected) {
      // The host removed the modal's parent from its page.
      closeModal(kit, { force: true });
      console.error('[latchkit] The modal cannot be shown: its container is not in the page.');
      return;
    }
    const first = markFirstFocus(dialog);
    dialog.showModal();
    first?.removeAttribute('autofocus');
    // Read the layout before anything changes it.
    undoZoom(dialog);
    const stopFollowing = focusOnOpen(dialog);
    const stopKeeping = keepFocus(dialog);
    const unlock = lockScroll();
    animateOpen(dialog, sheetNow.current);
    const stopEscape = onEscape(dialog, () => exit.leave('escape', () => closeModal(kit)));
    return () => {
      stopFollowing();
      stopKeeping();
      stopEscape();
      unlock();
      if (dialog.open) dialog.close();
    };
  }, [ref, present, kit, exit]);

  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!present || !closing || !dialog) return;
    const { animations, duration } = animateClose(dialog, sheetNow.current);
    // Use a timer and not the animation's end: a page in the background draws no frames.
    const timer = setTimeout(() => {
      // Close it while it is still in the document, so that focus returns to what opened it.
      dialog.close();
      finish.current();
    }, duration);
    return () => {
      clearTimeout(timer);
      resumeOpen(dialog, animations);
    };
  }, [ref, present, closing]);

  useLayoutEffect(() => {
    const dialog = ref.current;
    // The state opened again when the closing had ended, and nothing had rendered that yet.
    if (present && !closing && dialog?.isConnected && !dialog.open) dialog.showModal();
  }, [ref, present, closing]);

  const shake = modal?.shake === true;
  useEffect(() => {
    if (shake && ref.current) animateShake(ref.current);
  }, [ref, shake]);
}

/**
 * Cancels a page's CSS `zoom`, which applies to the top layer too (transforms don't): the modal keeps its size and
 * its animation its measurements.
 */
function undoZoom(dialog: HTMLDialogElement): void {
  dialog.style.removeProperty('zoom');
  // Missing in engines from before 2024.
  const zoom = (dialog as { currentCSSZoom?: number }).currentCSSZoom ?? 1;
  if (zoom !== 1) dialog.style.setProperty('zoom', String(1 / zoom));
}

/**
 * Handles Escape before any other listener of the page, so that a page dialog behind the modal stays open. Keys pressed in
 * the modal count, and those pressed while nothing has focus; a wallet's prompt above it handles its own. A close request that no key
 * made, as by Android's Back, counts too.
 */
function onEscape(dialog: HTMLDialogElement, act: () => void): () => void {
  const host = (dialog.getRootNode() as ShadowRoot).host;
  let isKeyed = false;
  const listen = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    // The browser requests the close in the same task.
    isKeyed = true;
    setTimeout(() => {
      isKeyed = false;
    });
    if (event.isComposing) return;
    const { body, documentElement } = host.ownerDocument;
    const [target] = event.composedPath();
    const isNowhere = target === body || target === documentElement;
    if (!isNowhere && !event.composedPath().includes(host)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    // Escape closes what is on top: a tooltip before the modal.
    const tip = dialog.querySelector('.lk-tip');
    if (tip) tip.dispatchEvent(new Event(DISMISS_TIP));
    else act();
  };
  const onRequest = (event: Event) => {
    // Of this dialog, not of a file picker or a dialog in it.
    if (event.target !== dialog) return;
    event.preventDefault();
    if (!isKeyed) act();
  };
  // If the browser closes it anyway, for example on a second close request that can't be prevented, show it again: the state decides.
  const reshow = () => {
    if (!dialog.isConnected || dialog.open || !dialog.hasAttribute('data-open')) return;
    dialog.showModal();
    if (!isKeyed) act();
  };
  window.addEventListener('keydown', listen, true);
  dialog.addEventListener('cancel', onRequest);
  dialog.addEventListener('close', reshow);
  return () => {
    window.removeEventListener('keydown', listen, true);
    dialog.removeEventListener('cancel', onRequest);
    dialog.removeEventListener('close', reshow);
  };
}
