import { createError } from '../../protocol/errors.js';
import { WALLET_CONNECT_ID } from '../adapter/Connector.js';
import type { ActiveConnection } from '../connection/activeConnection.js';
import { instanceSlot } from '../kernel/Kernel.js';
import type { Latchkit } from '../Latchkit.js';
import { currentView } from '../modal/modalState.js';
import { linkEnvironment } from '../wallets/walletLinks.js';
import { updateRun } from './swapDraft.js';

/** Continues the swap that waits. */
const slot = /* @__PURE__ */ instanceSlot<() => void>('swapContinue');

/** Whether the modal shows the swap's progress, also that of a payment which needs it. */
export function showsSwap({ store }: Pick<Latchkit, 'store'>): boolean {
  const { modal } = store.getState();
  const { name } = currentView(modal);
  return modal.open && (name === 'SwapReview' || name === 'Pay');
}

/** Continues the swap that is `ready` with its next step. Call it during the visitor's press, so that the page may open the wallet's app. */
export function continueSwap(kit: Latchkit): void {
  slot.get(kit)?.();
}

/**
 * Waits for the visitor's press before another request to an app on this phone: without one, the page can't open the app, and the
 * visitor would not see the request. Does not wait for other wallets, nor if the modal does not show the swap.
 *
 * @param ready - Tells the view to ask for the press. Default: by the swap's status.
 * @throws MODAL_CLOSED if the visitor leaves instead; DESTROYED.
 */
export async function untilContinued(
  kit: Latchkit,
  { connectorId }: ActiveConnection,
  ready = () => updateRun(kit, { status: 'ready' }),
): Promise<void> {
  const { wallet } = kit.store.getState().walletConnect;
  const isHere = wallet?.href !== undefined && linkEnvironment().platform !== 'desktop';
  if (connectorId !== WALLET_CONNECT_ID || !isHere || !showsSwap(kit)) return;
  ready();
  const { signal } = kit.kernel;
  await new Promise<void>((resolve, reject) => {
    const end = (settle: () => void) => {
      slot.set(kit, undefined);
      unsubscribe();
      signal.removeEventListener('abort', destroyed);
      settle();
    };
    const destroyed = () => end(() => reject(createError('DESTROYED')));
    const unsubscribe = kit.store.subscribe(() => {
      if (!showsSwap(kit)) end(() => reject(createError('MODAL_CLOSED')));
    });
    slot.set(kit, () => end(resolve));
    signal.addEventListener('abort', destroyed, { once: true });
  });
}
