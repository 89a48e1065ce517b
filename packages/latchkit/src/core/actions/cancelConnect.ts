import type { Latchkit } from '../Latchkit.js';

/** Leaves every connect attempt in flight: its promise rejects with MODAL_CLOSED, and a late answer changes nothing. */
export function cancelConnect(kit: Latchkit): void {
  for (const controller of kit.kernel.attempts.values()) controller.abort();
}
