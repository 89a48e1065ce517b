import { currentView, navigate, type WalletItem } from '../../core/index.js';
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
    const walletId = wallet.id;
    // A wallet of several kinds of chains, and nothing that says which is meant.
    if (rest.length > 0) return navigate(kit, { name: 'ChooseChain', walletId });
    const named = wallet.connector?.connectors && namespace ? { namespace } : {};
    const show = () => navigate(kit, { name: 'ConnectingExternal', walletId, ...named });
    if (!namespace) return show();
    attempt.start(walletId, namespace);
    // The wallet is asked within the click, and the next view drawn a frame later: one that answers at once, because it
    // knows the page, is not made to wait for a drawing that nobody would see.
    requestAnimationFrame(() => {
      const { modal } = kit.store.getState();
      if (modal.open && currentView(modal).name === from) show();
    });
  };
}
