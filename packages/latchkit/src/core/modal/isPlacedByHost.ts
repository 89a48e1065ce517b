import type { LatchkitOptions } from '../LatchkitOptions.js';

/** Whether the host places the modal with a `LatchkitModal`, instead of the body containing it. */
export function isPlacedByHost({ modal }: Pick<LatchkitOptions, 'modal'>): boolean {
  return modal?.append === false || modal?.mode === 'inline';
}
