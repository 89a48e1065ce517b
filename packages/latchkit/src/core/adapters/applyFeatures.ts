import { reconnectFurther } from '../actions/reconnect.js';
import type { Latchkit } from '../Latchkit.js';
import type { Features } from '../options/LatchkitOptions.js';
import { dropFurther } from './dropFurther.js';

/** Puts the features in force that the project decided, later than the start: several wallets come back, or go [CFG-11]. */
export function applyFeatures(kit: Latchkit, features: Features): void {
  const before = kit.store.getState().features.multiWallet;
  kit.kernel.set({ features });
  if (features.multiWallet === before) return;
  if (features.multiWallet) void reconnectFurther(kit);
  else dropFurther(kit);
}
