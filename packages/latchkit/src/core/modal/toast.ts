import type { Latchkit } from '../Latchkit.js';
import type { Toast } from '../LatchkitState.js';

/** Shows a toast in the modal, in place of the one that shows. */
export function showToast(kit: Latchkit, toast: Omit<Toast, 'id'>): void {
  kit.kernel.set({ toast: { ...toast, id: kit.kernel.nextId() } });
}

/** Hides the toast, if it is still the one with this id. */
export function dismissToast(kit: Latchkit, id: number): void {
  kit.kernel.set(state => (state.toast?.id === id ? { toast: undefined } : {}));
}

/** Takes an alert off the alert bar. */
export function dismissAlert(kit: Latchkit, id: number): void {
  kit.kernel.set(state => ({ alerts: state.alerts.filter(alert => alert.id !== id) }));
}
