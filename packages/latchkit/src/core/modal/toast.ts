import type { Latchkit } from '../Latchkit.js';
import type { Toast } from '../LatchkitState.js';

/** Shows a toast in the modal; replaces the current one. */
export function showToast(kit: Latchkit, toast: Omit<Toast, 'id'>): void {
  kit.kernel.set({ toast: { ...toast, id: kit.kernel.nextId() } });
}

/** Hides the toast with this id, if it is still shown. */
export function dismissToast(kit: Latchkit, id: number): void {
  kit.kernel.set(state => (state.toast?.id === id ? { toast: undefined } : {}));
}

/** Removes an alert from the alert bar. */
export function dismissAlert(kit: Latchkit, id: number): void {
  kit.kernel.set(state => ({ alerts: state.alerts.filter(alert => alert.id !== id) }));
}
