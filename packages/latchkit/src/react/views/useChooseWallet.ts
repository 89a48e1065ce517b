import { currentView, navigate, type WalletItem } from '../../core/index.js';
import { useModal } from '../modal/ModalContext.js';

/** What a click on a wallet does: one that is here is asked to connect, any other offers how to get it. */
export function useChooseWallet(from: 'Connect' | 'AllWallets'): (wallet: WalletItem) => void {
  const { kit, attempt } = useModal();
  return wallet => {
    const show = () => navigate(kit, { name: 'ConnectingExternal', walletId: wallet.id });
    if (!wallet.connector) return show();
    attempt.start(wallet.id);
    // The wallet is asked within the click, and the next view drawn a frame later: one that answers at once, because it
    // knows the page, is not made to wait for a drawing that nobody would see.
    requestAnimationFrame(() => {
      const { modal } = kit.store.getState();
      if (modal.open && currentView(modal).name === from) show();
    });
  };
}
