import type { SwapRun } from '../../../core/index.js';

/** Whether a swap has ended, with or without success. */
export function isOver(run: SwapRun | undefined): boolean {
  return run?.status === 'done' || run?.status === 'failed';
}
