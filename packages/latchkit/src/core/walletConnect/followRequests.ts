import type { Latchkit } from '../Latchkit.js';
import type { LatchkitState } from '../LatchkitState.js';
import { close } from '../modal/closeModal.js';
import { currentView, routeModal } from '../modal/modalState.js';
import { navigate } from '../modal/navigate.js';
import { open } from '../modal/openModal.js';
import type { View, ViewName } from '../modal/View.js';
import { linkEnvironment } from '../wallets/linkEnvironment.js';
import { openWallet } from './openWallet.js';

const VIEW: View = { name: 'WalletRequest' };

/** Views that ask the wallet themselves and say where the request is. */
const TELLS: readonly ViewName[] = [
  'SIWXSignMessage',
  'SendReview',
  'SwitchNetwork',
  'SwitchActiveChain',
  'UnsupportedChain',
];

/** Views to connect in: they close when the wallet is connected, and what is asked meanwhile is shown then. */
const CONNECTS: readonly ViewName[] = [
  'Connect',
  'AllWallets',
  'ChooseChain',
  'ConnectingExternal',
  'ConnectingWalletConnect',
  'ConnectingWalletConnectBasic',
];

/** Methods that a wallet answers without asking the visitor. */
const QUIET: readonly string[] = ['wallet_getCapabilities', 'wallet_getCallsStatus', 'getAccountAddresses'];

/**
 * Opens the wallet's app on this phone for a request that has just been sent, while the browser still counts it as the
 * visitor's press. A browser blocks links that a page opens without one.
 */
export function openForRequest(kit: Latchkit, method: string): void {
  if (QUIET.includes(method) || linkEnvironment().platform === 'desktop') return;
  if (navigator.userActivation && !navigator.userActivation.isActive) return;
  openWallet(kit);
}

/**
 * Shows where a host's request waits, until it is answered: the modal opens for it, or goes there, and afterwards the visitor
 * is where they were. It can't be closed by accident meanwhile: the view asks first.
 */
export function followRequests(kit: Latchkit): void {
  const told = new Set<number>();

  const show = ({ modal }: LatchkitState) => {
    if (modal.open) navigate(kit, VIEW);
    else open(kit, { view: VIEW });
    kit.kernel.set(state => ({ modal: routeModal(state.modal, { type: 'closable', closable: false }) }));
  };
  const leave = () => {
    const { modal } = kit.store.getState();
    if (modal.views.length === 1) return close(kit, { force: true });
    const back = routeModal(modal, { type: 'goBack' });
    kit.kernel.set({ modal: routeModal(back, { type: 'closable', closable: true }) });
  };
  const look = (state: LatchkitState, before?: LatchkitState) => {
    const { modal, walletConnect } = state;
    if (modal === before?.modal && walletConnect.requests === before.walletConnect.requests) return;
    const asked = walletConnect.requests.filter(({ method }) => !QUIET.includes(method));
    for (const id of told) if (!asked.some(one => one.id === id)) told.delete(id);
    const shown = modal.open ? currentView(modal).name : undefined;
    if (shown === VIEW.name) {
      for (const { id } of asked) told.add(id);
      if (asked.length === 0) leave();
    } else if (shown && TELLS.includes(shown)) {
      for (const { id } of asked) told.add(id);
    } else if (!shown || !CONNECTS.includes(shown)) {
      if (asked.some(({ id }) => !told.has(id))) show(state);
    }
  };
  kit.kernel.signal.addEventListener('abort', kit.store.subscribe(look), { once: true });
}
