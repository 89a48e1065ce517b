import { type Latchkit, preloadWallets } from '../core/index.js';
import { heldModal } from './keepModalMounted.js';

/**
 * Gets ready what a click is about to need: asks for the wallets, and draws the modal out of sight. Called on intent: hover,
 * focus, the first touch. Failures are left to the click itself, which tries again and reports.
 */
export function prepareModal(kit: Latchkit): void {
  if (kit.options.preload === 'none') return;
  void preloadWallets(kit);
  heldModal(kit)?.prepare();
}
