import type { PointerEvent, RefObject } from 'react';
import { DURATION, easing } from '../runtime/motion.js';

interface Drag {
  readonly id: number;
  readonly from: number;
  y: number;
  time: number;
  speed: number;
}

/** Handlers that close a sheet when its header or grabber is dragged down. */
export function createSheetDrag(dialog: RefObject<HTMLElement | null>, onClose: () => void) {
  let drag: Drag | undefined;

  const start = (event: PointerEvent) => {
    const element = dialog.current;
    if (!element || event.button !== 0 || drag) return;
    const target = event.target as Element;
    const inHandle = event.clientY - element.getBoundingClientRect().top < 24 || target.closest('.lk-header');
    if (!inHandle) return;
    drag = {
      id: event.pointerId,
      from: event.clientY,
      y: event.clientY,
      time: event.timeStamp,
      speed: 0,
    };
  };

  const move = (event: PointerEvent) => {
    const current = drag;
    const element = dialog.current;
    if (!current || !element || event.pointerId !== current.id) return;
    const distance = event.clientY - current.from;
    // Capture the pointer only once this is a drag and not a tap, so that a control in the header keeps its click.
    if (Math.abs(distance) > 6 && !element.hasPointerCapture(current.id))
      element.setPointerCapture(current.id);
    const elapsed = event.timeStamp - current.time;
    if (elapsed > 0) current.speed = 0.6 * ((event.clientY - current.y) / elapsed) + 0.4 * current.speed;
    current.y = event.clientY;
    current.time = event.timeStamp;
    if (element.hasPointerCapture(current.id))
      element.style.setProperty('translate', `0 ${followDrag(distance)}px`);
  };

  const end = (event: PointerEvent) => {
    const current = drag;
    const element = dialog.current;
    if (!current || !element || event.pointerId !== current.id) return;
    drag = undefined;
    if (!element.hasPointerCapture(current.id)) return;
    const idle = event.timeStamp - current.time > 80;
    const height = element.getBoundingClientRect().height;
    const sample = { distance: current.y - current.from, speed: idle ? 0 : current.speed, height };
    if (event.type === 'pointerup' && closesSheet(sample)) onClose();
    settle(element);
  };

  return { onPointerDown: start, onPointerMove: move, onPointerUp: end, onPointerCancel: end };
}

/** Returns the sheet to its position; a closing animation continues from where it was released. */
function settle(element: HTMLElement): void {
  const translate = element.style.getPropertyValue('translate');
  element.style.removeProperty('translate');
  if (!translate) return;
  element.animate([{ translate }, { translate: '0 0' }], {
    duration: DURATION.height,
    easing: easing(element, 'glide'),
  });
}

/** Releasing the sheet beyond this fraction of its height closes it. */
const CLOSE_SHARE = 0.25;

/** Minimum speed of a flick at the end of the drag, in px per ms. */
const FLICK_SPEED = 0.5;

/** A flick of at most this distance is a tap, in px. */
const FLICK_DISTANCE = 16;

/** A drag of the sheet; distances are in px, positive is down. */
export interface DragSample {
  readonly distance: number;
  /** In px per ms; positive is down. */
  readonly speed: number;
  readonly height: number;
}

/** Whether releasing the sheet here closes it. */
export function closesSheet({ distance, speed, height }: DragSample): boolean {
  if (speed < -FLICK_SPEED) return false;
  return distance > height * CLOSE_SHARE || (speed > FLICK_SPEED && distance > FLICK_DISTANCE);
}

/** The sheet's offset for a drag: it follows fully downwards and resists upwards. */
export function followDrag(distance: number): number {
  return distance >= 0 ? distance : -Math.sqrt(-distance);
}
