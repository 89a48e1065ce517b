import type { ChainNamespace } from '../../protocol/caip.js';
import type { Latchkit } from '../Latchkit.js';
import { abandonFurther } from './abandonFurther.js';
import { applyConnectionEvent } from './chainState.js';

/** Drops all but the active connection of each namespace when the project disables `multiWallet`. Wallets aren't notified. */
export function dropFurther(kit: Latchkit): void {
  for (const namespace of Object.keys(kit.store.getState().chains) as ChainNamespace[]) {
    abandonFurther(kit, namespace);
    kit.kernel.set(state => applyConnectionEvent(state, namespace, { type: 'alone' }) ?? {});
  }
}
