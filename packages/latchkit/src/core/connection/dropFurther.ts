import type { ChainNamespace } from '../../protocol/caip.js';
import type { Latchkit } from '../Latchkit.js';
import { abandonFurther } from './abandonFurther.js';
import { applyConnectionEvent } from './chainState.js';

/** Keeps only the active connection of each namespace, once the project turned several off [CFG-11]. Asks no wallet. */
export function dropFurther(kit: Latchkit): void {
  for (const namespace of Object.keys(kit.store.getState().chains) as ChainNamespace[]) {
    abandonFurther(kit, namespace);
    kit.kernel.set(state => applyConnectionEvent(state, namespace, { type: 'alone' }) ?? {});
  }
}
