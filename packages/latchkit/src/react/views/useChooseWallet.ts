import {
  currentView,
  type Latchkit,
  linkEnvironment,
  navigate,
  openWallet,
  selectWallet,
  type WalletItem,
  walletConnectLinks,
} from '../../core/index.js';
import { useModal } from '../modal/ModalContext.js';
import { chainChoice } from './connecting/chainChoice.js';

/**
 * What a click on a wallet does: one that is here is asked to connect; one that is elsewhere is paired with where the host has
 * WalletConnect, and else offered.
 */
export function useChooseWallet(from: 'Connect' | 'AllWallets'): (wallet: WalletItem) => void {
  const { kit, attempt } = useModal();
  return wallet => {
    const state = kit.store.getState();
    const [first] = state.modal.views.flatMap(view => (view.name === 'Connect' ? [view.namespace] : []));
    if (wallet.group === 'walletConnect' && isLinkless(kit)) return navigate(kit, { name: 'AllWallets' });
    selectWallet(kit, wallet);
    if (wallet.pairs || wallet.group === 'walletConnect') {
      // A phone opens an app in the turn of the tap, and in no other. A link that the relay does not know yet leads nowhere.
      if (wallet.pairs && state.walletConnect.status === 'ready') {
        openWallet(kit, { walletId: wallet.id, kind: 'mobile' });
      }
      attempt.start(wallet.id, first);
      const named = { ...(wallet.pairs && { walletId: wallet.id }), ...(first && { namespace: first }) };
      return navigate(kit, { name: 'ConnectingWalletConnect', ...named });
    }
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

/** A phone that has no link for any wallet, as iPhones, cannot scan its own screen: there the visitor picks a wallet by name. */
function isLinkless({ options, store }: Latchkit): boolean {
  const environment = linkEnvironment();
  const { gateway, projectId } = options;
  const listed = gateway !== undefined && projectId !== undefined && store.getState().features.allWallets;
  return (
    listed &&
    environment.platform !== 'desktop' &&
    walletConnectLinks(undefined, 'wc:', environment).length === 0
  );
}
