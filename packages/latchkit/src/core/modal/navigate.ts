import type { Latchkit } from '../Latchkit.js';
import { type ModalEvent, routeModal } from './modalState.js';
import type { View } from './View.js';

/** Moves the modal on to a view; Back returns from it. The page's address never changes [VIEW-01]. */
export function navigate(kit: Latchkit, view: View): void {
  route(kit, { type: 'push', view });
  kit.kernel.emit({ event: 'VIEW_CHANGED', view: view.name });
}

/** Shows a view in place of the current one. */
export function replaceView(kit: Latchkit, view: View): void {
  route(kit, { type: 'replace', view });
  kit.kernel.emit({ event: 'VIEW_CHANGED', view: view.name });
}

/** Returns one view; on the first one it does nothing. */
export function goBack(kit: Latchkit): void {
  route(kit, { type: 'goBack' });
}

function route(kit: Latchkit, event: ModalEvent): void {
  kit.kernel.set(state => ({ modal: routeModal(state.modal, event) }));
}
