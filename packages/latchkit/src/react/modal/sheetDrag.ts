/** Share of the sheet's height beyond which letting go closes it. */
const CLOSE_SHARE = 0.25;
/** A flick: faster than this, in px per ms, over the last stretch of the drag. */
const FLICK_SPEED = 0.5;
/** A flick this short is a tap, in px. */
const FLICK_DISTANCE = 16;

/** A drag of the sheet, measured downwards in px. */
export interface DragSample {
  readonly distance: number;
  /** px per ms; positive is down. */
  readonly speed: number;
  readonly height: number;
}

/** Whether letting go here closes the sheet. */
export function closesSheet({ distance, speed, height }: DragSample): boolean {
  if (speed < -FLICK_SPEED) return false;
  return distance > height * CLOSE_SHARE || (speed > FLICK_SPEED && distance > FLICK_DISTANCE);
}

/** How far the sheet follows: downwards as far as the finger, upwards hardly at all. */
export function followDrag(distance: number): number {
  return distance >= 0 ? distance : -Math.sqrt(-distance);
}
