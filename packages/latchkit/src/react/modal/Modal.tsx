import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  startTransition,
  useEffect,
  useRef,
  useState,
} from 'react';
import { closeModal, type ModalState, openModal } from '../../core/index.js';
import { goBack } from '../../internal/index.js';
import { useModal } from '../runtime/ModalContext.js';
import type { NextView } from '../runtime/Prerender.js';
import { useKitState } from '../runtime/useKitState.js';
import { SHEET_QUERY, useMedia } from '../runtime/useMedia.js';
import type { createSheetDrag } from './createSheetDrag.js';
import { focusControl, focusEntered, wrapTab } from './dialogFocus.js';
import { ToastSlot } from './ToastSlot.js';
import { useDialog, useShownModal } from './useDialog.js';
import { useKeyboardInset } from './useKeyboardInset.js';
import { type ShownView, useShownView, viewKey } from './useShownView.js';
import { TITLE_ID } from './ViewFrame.js';
import { ViewMotion } from './ViewMotion.js';
import { ViewSlot } from './ViewSlot.js';

/** The modal in a dialog. */
export function Modal() {
  const shown = useShownModal();
  const { kit, exit, root, text } = useModal();
  const ref = useRef<HTMLDialogElement>(null);
  const sheet = useMedia(SHEET_QUERY);
  useDialog(ref, shown, sheet);
  useKeyboardInset(ref, sheet && shown.modal !== undefined && !shown.prerendered);
  const pressedScrim = useRef(false);
  const drag = useSheetDrag(ref, sheet);
  // The page shows the outcome of a payment too.
  const page = (!shown.modal || shown.prerendered) && (
    <div className="lk-root lk-page" dir={text.direction} lang={text.locale}>
      <ToastSlot page />
    </div>
  );
  if (!shown.modal) return page;

  const onPointerDown = (event: PointerEvent<HTMLDialogElement>) => {
    pressedScrim.current = isOnScrim(event);
    drag.onPointerDown?.(event);
  };
  const onClick = (event: MouseEvent<HTMLDialogElement>) => {
    // Close only if the press began on the scrim too: a text selection may end there.
    if (pressedScrim.current && isOnScrim(event)) exit.leave('press', () => closeModal(kit));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDialogElement>) => {
    if (event.key === 'Tab') return wrapTab(event, event.currentTarget, root);
    if (!event.altKey || event.key !== (text.direction === 'rtl' ? 'ArrowRight' : 'ArrowLeft')) return;
    event.preventDefault();
    exit.leave('press', () => goBack(kit));
  };
  const named = shown.prerendered
    ? ({ 'data-ahead': '' } as const)
    : ({ role: 'dialog', 'aria-modal': true, 'data-view': viewName(shown.modal) } as const);
  return (
    <>
      {page}
      <dialog
        ref={ref}
        className="lk-root lk-modal"
        {...named}
        aria-labelledby={TITLE_ID}
        data-device={sheet ? 'sheet' : 'desktop'}
        data-open={shown.closing || shown.prerendered ? undefined : ''}
        dir={text.direction}
        lang={text.locale}
        tabIndex={-1}
        onClick={onClick}
        onKeyDown={onKeyDown}
        {...drag}
        onPointerDown={onPointerDown}
      >
        <div className="lk-grabber" aria-hidden="true" />
        <ModalContent modal={shown.modal} />
        {!shown.prerendered && <ToastSlot />}
      </dialog>
    </>
  );
}

/** The modal in the host's own element, in the page's flow. It is always open. */
export function InlineModal() {
  const { kit, text } = useModal();
  const modal = useKitState(state => state.modal);
  useEffect(() => {
    if (!modal.open) openModal(kit);
  }, [kit, modal.open]);
  return (
    <section
      className="lk-root lk-modal"
      aria-labelledby={TITLE_ID}
      data-inline=""
      data-view={viewName(modal)}
      data-device="desktop"
      dir={text.direction}
      lang={text.locale}
    >
      <ModalContent modal={modal} />
      <ToastSlot />
    </section>
  );
}

/** The shown view, its transitions, and the focus when it changes. */
function ModalContent({ modal }: { modal: ModalState }) {
  const { inline, memory, motion, root, text } = useModal();
  const shown = useShownView(modal);
  const { depth, key } = shown;
  const prerendered = usePrerenderedView(modal);
  const pressed = useRef<Element>(undefined);
  const takesFocus = useRef(true);
  const onPress = (control: Element | undefined) => {
    pressed.current = control;
  };
  const dialog = () => root.querySelector<HTMLElement>('.lk-modal');
  const onLeave = (leaving: string) => {
    // An inline modal must not pull focus out of the page when a view changes automatically.
    takesFocus.current = !inline || root.activeElement !== null;
    const body = dialog()?.querySelector('.lk-body:not(.lk-ghost)');
    const control = pressed.current?.getAttribute('data-return') ?? undefined;
    memory.leave(Number.parseInt(leaving, 10), { control, scroll: body?.scrollTop ?? 0 });
  };
  const onEnter = () => {
    const element = dialog();
    if (!element) return;
    memory.forgetFrom(depth + 1);
    const place = modal.direction === 'back' ? memory.place(depth) : undefined;
    const body = element.querySelector('.lk-body:not(.lk-ghost)');
    if (body && place) body.scrollTop = place.scroll;
    if (!takesFocus.current) return;
    if (modal.direction === 'back') focusControl(element, place?.control);
    else focusEntered(element);
  };
  useEffect(() => () => memory.forgetFrom(0), [memory]);

  return (
    <ViewMotion
      viewKey={key}
      direction={modal.direction}
      rtl={text.direction === 'rtl'}
      dialog={dialog}
      pressed={() => pressed.current}
      onLeave={onLeave}
      onEnter={onEnter}
      change={() => motion.change}
    >
      {/* The shown view first, so that queries find its parts before those of the prerendered view. */}
      {(prerendered && prerendered.key !== key ? [shown, prerendered] : [shown]).map(slot => (
        <ViewSlot
          key={slot.key}
          shown={slot}
          prerendered={slot !== shown}
          busy={slot === shown && slot.view.name !== viewName(modal)}
          onPress={onPress}
        />
      ))}
    </ViewMotion>
  );
}

function viewName(modal: ModalState): string | undefined {
  return modal.views[modal.views.length - 1]?.name;
}

/** Whether an event happened on the dialog element outside its box, that is on the scrim. */
function isOnScrim({ clientX: x, clientY: y, currentTarget, target }: MouseEvent<Element>): boolean {
  if (target !== currentTarget) return false;
  const box = currentTarget.getBoundingClientRect();
  return x < box.left || x > box.right || y < box.top || y > box.bottom;
}

/** The view to prerender out of sight, while it may still be next. */
function usePrerenderedView({ views: stack }: ModalState): ShownView | undefined {
  const { prerender, views } = useModal();
  const [next, setNext] = useState<NextView>();
  useEffect(() => {
    // As a transition, so that it renders in pieces and yields to the visitor's input.
    prerender.draw = found => startTransition(() => setNext(found));
  }, [prerender]);
  const Component = next && views.get(next.view.name);
  if (!Component || next.on !== stack) return undefined;
  const depth = stack.length;
  return { Component, view: next.view, depth, key: viewKey(next.view, depth) };
}

/** Handlers that let a sheet be dragged down to close it, loaded only if the modal is a sheet. */
function useSheetDrag(
  dialog: RefObject<HTMLElement | null>,
  sheet: boolean,
): Partial<ReturnType<typeof createSheetDrag>> {
  const { kit, exit } = useModal();
  const [drag, setDrag] = useState<ReturnType<typeof createSheetDrag>>();
  useEffect(() => {
    if (!sheet) return;
    import('./createSheetDrag.js').then(
      loaded => setDrag(loaded.createSheetDrag(dialog, () => exit.leave('press', () => closeModal(kit)))),
      // A sheet that can't be dragged can still be closed in other ways.
      () => {},
    );
  }, [kit, exit, dialog, sheet]);
  return (sheet && drag) || {};
}
