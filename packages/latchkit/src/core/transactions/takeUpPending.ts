import type { Latchkit } from '../Latchkit.js';
import { checkPending } from './checkPending.js';

/** What an earlier visit sent may be settled by now. A module of its own: the start asks for it, and only where something is. */
export function takeUpPending(kit: Latchkit): void {
  if (!kit.kernel.signal.aborted) checkPending(kit);
}
