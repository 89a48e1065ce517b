import { type Latchkit, preload } from '../core/index.js';
import { loadModal } from './loadModal.js';

/**
 * Starts loading what a click is about to need. Called on intent: hover, focus, the first touch. Failures are left to
 * the click itself, which tries again and reports.
 */
export function prepareModal(kit: Latchkit): void {
  loadModal().catch(() => {});
  preload(kit).catch(() => {});
}
