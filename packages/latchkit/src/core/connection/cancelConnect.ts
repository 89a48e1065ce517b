import type { ChainNamespace } from '../../protocol/caip.js';
import type { Latchkit } from '../Latchkit.js';
import { attemptsOf } from './abandonFurther.js';

/** Cancels every connect attempt in flight: its promise rejects with MODAL_CLOSED, and a late response is ignored. */
export function cancelConnect(kit: Latchkit): void {
  const { chains } = kit.store.getState();
  for (const [namespace, controller] of attemptsOf(kit)) {
    // A restore is not the visitor's attempt, so it continues.
    if (chains[namespace as ChainNamespace]?.connection.status === 'connecting') controller.abort();
  }
}
