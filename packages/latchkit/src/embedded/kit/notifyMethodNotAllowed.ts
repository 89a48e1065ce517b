import type { Latchkit } from '../../core/Latchkit.js';
import { showToast } from '../../core/modal/toast.js';

/** Milliseconds after which the visitor is told that the embedded wallet does not support a method. */
const DELAY = 300;

/** Shows the visitor that the page's request is not allowed, in the modal or over the page. */
export function notifyMethodNotAllowed(kit: Latchkit): void {
  const { signal } = kit.kernel;
  const notify = () => showToast(kit, { tone: 'danger', text: 'embedded.notAllowed', page: true });
  const timer = setTimeout(notify, DELAY);
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
}
