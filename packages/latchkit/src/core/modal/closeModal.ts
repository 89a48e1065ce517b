import type { Latchkit } from '../Latchkit.js';
import type { LatchkitState } from '../LatchkitState.js';
import { routeModal } from './modalState.js';

/** Duration of the shake when closing is refused, in ms. */
const SHAKE_MS = 500;

/** How to close the modal. */
export interface CloseOptions {
  /** Close even while closing is disabled, except during a required sign-in. Default false. */
  readonly force?: boolean;
}

/**
 * Closes the modal and resets its view to Connect. Connect attempts end: their promises reject with 'Modal closed'. While closing
 * is disabled, the modal shakes and stays open.
 *
 * @example
 * closeModal(kit);
 */
export function closeModal(kit: Latchkit, options: CloseOptions = {}): void {
  const state = kit.store.getState();
  const { modal, connections } = state;
  if (!modal.open) return;
  if (!modal.closable && (!options.force || holdsSignIn(state))) {
    shake(kit);
    return;
  }
  kit.kernel.set({ modal: routeModal(modal, { type: 'close' }) });
  kit.kernel.emit({ event: 'MODAL_CLOSE', connected: connections.length > 0 });
}

/** Whether the modal shows a required sign-in, or the network that has to change before it. */
function holdsSignIn({ modal, signIn, namespaces, activeNamespace }: LatchkitState): boolean {
  const isUnlisted = namespaces[activeNamespace]?.network.unsupported;
  return modal.views.some(
    ({ name }) =>
      (name === 'SIWXSignMessage' && signIn.asking) || (name === 'UnsupportedChain' && isUnlisted),
  );
}

/** Enables or disables closing; a reopened modal can always be closed. */
export function setClosable(kit: Latchkit, closable: boolean): void {
  kit.kernel.set(state => ({ modal: routeModal(state.modal, { type: 'closable', closable }) }));
}

/** Ends the shake of a refused close early, so that the next one is visible. */
export function endShake(kit: Latchkit): void {
  kit.kernel.set(state => ({ modal: routeModal(state.modal, { type: 'shake', on: false }) }));
}

function shake(kit: Latchkit): void {
  if (kit.store.getState().modal.shake) return;
  const set = (on: boolean) =>
    kit.kernel.set(state => ({ modal: routeModal(state.modal, { type: 'shake', on }) }));
  set(true);
  const timer = setTimeout(() => set(false), SHAKE_MS);
  kit.kernel.signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
}
