import type { ChainNamespace } from '../../protocol/caip.js';
import type { Latchkit } from '../Latchkit.js';
import { attemptsOf } from './abandonFurther.js';

/** Leaves every connect attempt in flight: its promise rejects with MODAL_CLOSED, and a late answer changes nothing. */
export function cancelConnect(kit: Latchkit): void {
  const { chains } = kit.store.getState();
  for (const [namespace, controller] of attemptsOf(kit)) {
    // A connection that is being restored is not the visitor's attempt, and goes on.
    if (chains[namespace as ChainNamespace]?.connection.status === 'connecting') controller.abort();
  }
}
