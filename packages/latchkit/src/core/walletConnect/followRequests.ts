import type { Latchkit } from '../Latchkit.js';
import type { LatchkitState } from '../LatchkitState.js';
import { closeModal } from '../modal/closeModal.js';
import { currentView, routeModal } from '../modal/modalState.js';
import { navigate } from '../modal/navigate.js';
import { openModal } from '../modal/openModal.js';
import type { View, ViewName } from '../modal/View.js';
import { linkEnvironment } from '../wallets/walletLinks.js';
import { isQuiet } from './isQuiet.js';
import { openWallet } from './pairing.js';

const VIEW: View = { name: 'WalletRequest' };

/** Views that send requests themselves and show their status. */
const TELLS: readonly ViewName[] = [
  'SIWXSignMessage',
  'SendReview',
  'SwapReview',
  'Pay',
  'SwitchNetwork',
  'SwitchActiveChain',
  'UnsupportedChain',
];

/** Connecting views: they close once the wallet is connected, and pending requests are shown then. */
const CONNECTS: readonly ViewName[] = [
  'Connect',
  'AllWallets',
  'ChooseChain',
  'ConnectingExternal',
  'ConnectingWalletConnect',
  'ConnectingWalletConnectBasic',
];

/**
 * Opens the wallet's app on this phone for a request that was just sent, while the browser still counts it as user activation.
 * Browsers block such links otherwise.
 */
export function openForRequest(kit: Latchkit, method: string): void {
  if (isQuiet(method) || linkEnvironment().platform === 'desktop') return;
  if (navigator.userActivation && !navigator.userActivation.isActive) return;
  openWallet(kit);
}

/**
 * Shows a host's pending request until it is settled: opens the modal or navigates it, and restores the previous view afterwards.
 * Closing the modal meanwhile requires confirmation.
 */
export function followRequests(kit: Latchkit): void {
  const told = new Set<number>();

  const show = ({ modal }: LatchkitState) => {
    if (modal.open) navigate(kit, VIEW);
    else openModal(kit, { view: VIEW });
    kit.kernel.set(state => ({ modal: routeModal(state.modal, { type: 'closable', closable: false }) }));
  };
  const leave = () => {
    const { modal } = kit.store.getState();
    if (modal.views.length === 1) return closeModal(kit, { force: true });
    const back = routeModal(modal, { type: 'goBack' });
    kit.kernel.set({ modal: routeModal(back, { type: 'closable', closable: true }) });
  };
  const look = (state: LatchkitState, before?: LatchkitState) => {
    const { modal, walletConnect } = state;
    if (modal === before?.modal && walletConnect.requests === before.walletConnect.requests) return;
    const asked = walletConnect.requests.filter(({ method }) => !isQuiet(method));
    for (const id of told) if (!asked.some(one => one.id === id)) told.delete(id);
    const shown = modal.open ? currentView(modal).name : undefined;
    const shows = (views: readonly ViewName[]) => shown !== undefined && views.includes(shown);
    if (shows([VIEW.name, ...TELLS])) {
      for (const { id } of asked) told.add(id);
    }
    if (shown === VIEW.name && asked.length === 0) return leave();
    if (!shows(CONNECTS) && asked.some(({ id }) => !told.has(id))) show(state);
  };
  kit.kernel.signal.addEventListener('abort', kit.store.subscribe(look), { once: true });
}
