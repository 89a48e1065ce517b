import type { Latchkit } from '../../core/Latchkit.js';
import { showToast } from '../../core/modal/toast.js';

/** Milliseconds after which the visitor is told of a method that the embedded wallet does not have [ERR-36]. */
const DELAY = 300;

/** Tells the visitor that what the page asked for is not allowed, in the modal or over the page. */
export function sayNotAllowed(kit: Latchkit): void {
  const { signal } = kit.kernel;
  const say = () => showToast(kit, { tone: 'danger', text: 'embedded.notAllowed', page: true });
  const timer = setTimeout(say, DELAY);
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
}
