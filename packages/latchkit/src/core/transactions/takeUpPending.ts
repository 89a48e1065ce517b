import type { Latchkit } from '../Latchkit.js';
import { checkPending } from './checkPending.js';

/**
 * Resumes transactions of an earlier visit, which may be settled by now. Separate module, because the start loads it only if
 * there are any.
 */
export function takeUpPending(kit: Latchkit): void {
  if (!kit.kernel.signal.aborted) checkPending(kit);
}
