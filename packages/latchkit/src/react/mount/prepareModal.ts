import type { Latchkit } from '../../core/index.js';
import { preloadWallets } from '../../internal/index.js';
import { heldModal } from './keepModalMounted.js';

/**
 * Prepares for a likely click: discovers the wallets, and prerenders the modal out of sight. Called on hover, focus
 * and the first touch. It ignores failures: the click itself retries and reports them.
 */
export function prepareModal(kit: Latchkit): void {
  if (kit.options.modal?.preload === 'none') return;
  void preloadWallets(kit);
  heldModal(kit)?.prepare();
}
