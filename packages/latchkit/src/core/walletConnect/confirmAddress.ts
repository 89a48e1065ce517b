import { createError } from '../../protocol/errors.js';
import { instanceSlot } from '../kernel/Kernel.js';
import type { Latchkit } from '../Latchkit.js';
import { closeModal } from '../modal/closeModal.js';
import { currentView } from '../modal/modalState.js';
import { goBack, navigate } from '../modal/navigate.js';
import { openModal } from '../modal/openModal.js';
import type { View, ViewName } from '../modal/View.js';
import { forgetExposed } from './exposedPairings.js';
import { changeWalletConnect } from './transitionWalletConnect.js';
import type { ApprovedSession } from './WalletConnectConfig.js';

const VIEW: View = { name: 'ConnectingWalletConnect' };

/** The views that ask. */
const ASKS: readonly ViewName[] = [VIEW.name, 'ConnectingWalletConnectBasic'];

const slot = /* @__PURE__ */ instanceSlot<(isMine: boolean) => void>('confirmAddress');

/**
 * Asks the visitor whether the addresses of a session are theirs: in the view that pairs, which opens if it is not shown. Closing
 * the modal declines. One session is asked about at a time; a later one declines the one before.
 *
 * @throws CONNECTION_REJECTED; DESTROYED
 */
export function confirmSession(kit: Latchkit, { pairingTopic, accounts }: ApprovedSession): Promise<void> {
  slot.get(kit)?.(false);
  const { kernel, store } = kit;
  const addresses = [...new Set(accounts.map(account => account.slice(account.lastIndexOf(':') + 1)))];
  const leave = showQuestion(kit);
  return new Promise<void>((resolve, reject) => {
    const end = (settle: () => void) => {
      unsubscribe();
      kernel.signal.removeEventListener('abort', destroyed);
      slot.set(kit, undefined);
      changeWalletConnect(kit, { type: 'unconfirmed', addresses: undefined });
      settle();
    };
    const destroyed = () => end(() => reject(createError('DESTROYED')));
    const unsubscribe = store.subscribe(({ modal }, before) => {
      if (!modal.open && before?.modal.open) slot.get(kit)?.(false);
    });
    kernel.signal.addEventListener('abort', destroyed, { once: true });
    slot.set(kit, isMine =>
      end(() => {
        if (isMine) {
          forgetExposed(kit, pairingTopic);
          resolve();
        } else reject(createError('CONNECTION_REJECTED'));
        leave();
      }),
    );
    changeWalletConnect(kit, { type: 'unconfirmed', addresses });
  });
}

/** Answers the question about `state.walletConnect.unconfirmed`; does nothing if there is none. */
export function answerAddress(kit: Latchkit, isMine: boolean): void {
  slot.get(kit)?.(isMine);
}

/** Shows a view that asks, and returns what leads back to what was shown before. */
function showQuestion(kit: Latchkit): () => void {
  const { modal } = kit.store.getState();
  if (!modal.open) {
    openModal(kit, { view: VIEW });
    return () => closeModal(kit, { force: true });
  }
  if (ASKS.includes(currentView(modal).name)) return () => {};
  navigate(kit, VIEW);
  return () => {
    if (currentView(kit.store.getState().modal).name === VIEW.name) goBack(kit);
  };
}
