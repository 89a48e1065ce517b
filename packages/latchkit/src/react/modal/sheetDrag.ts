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
