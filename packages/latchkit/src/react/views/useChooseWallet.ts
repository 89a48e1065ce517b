import { currentView, navigate, type View, type WalletItem } from '../../core/index.js';
import { useModal } from '../modal/ModalContext.js';
import { chainChoice } from './connecting/chainChoice.js';

/** What a click on a wallet does: one that is here is asked to connect, any other offers how to get it. */
export function useChooseWallet(from: 'Connect' | 'AllWallets'): (wallet: WalletItem) => void {
  const { kit, attempt } = useModal();
  return wallet => {
    const state = kit.store.getState();
    const [first] = state.modal.views.flatMap(view => (view.name === 'Connect' ? [view.namespace] : []));
    const choice = wallet.connector ? chainChoice(state, wallet.connector, first) : [];
    const [namespace, ...rest] = choice;
    const isAsked = rest.length > 0;
    const named = wallet.connector?.connectors && !isAsked ? { namespace } : {};
    const show = () => navigate(kit, { name: 'ConnectingExternal', walletId: wallet.id, ...named } as View);
    if (!namespace || isAsked) return show();
    attempt.start(wallet.id, namespace);
    // The wallet is asked within the click, and the next view drawn a frame later: one that answers at once, because it
    // knows the page, is not made to wait for a drawing that nobody would see.
    requestAnimationFrame(() => {
      const { modal } = kit.store.getState();
      if (modal.open && currentView(modal).name === from) show();
    });
  };
}
