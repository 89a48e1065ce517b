import type { Latchkit } from '../Latchkit.js';
import { type ModalEvent, routeModal } from './modalState.js';
import type { View } from './View.js';

/** Navigates the modal to a view; Back returns from it. The page's URL never changes. */
export function navigate(kit: Latchkit, view: View): void {
  route(kit, { type: 'push', view });
  kit.kernel.emit({ event: 'VIEW_CHANGED', view: view.name });
}

/** Replaces the current view. */
export function replaceView(kit: Latchkit, view: View): void {
  route(kit, { type: 'replace', view });
  kit.kernel.emit({ event: 'VIEW_CHANGED', view: view.name });
}

/** Goes back one view; does nothing on the first one. */
export function goBack(kit: Latchkit): void {
  route(kit, { type: 'goBack' });
}

function route(kit: Latchkit, event: ModalEvent): void {
  kit.kernel.set(state => ({ modal: routeModal(state.modal, event) }));
}
