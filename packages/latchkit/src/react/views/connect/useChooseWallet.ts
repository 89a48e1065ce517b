import type { ChainNamespace, Connector, Latchkit, LatchkitState, WalletItem } from '../../../core/index.js';
import {
  choosesWallet,
  currentView,
  linkEnvironment,
  navigate,
  openWallet,
  selectWallet,
} from '../../../internal/index.js';
import { useModal } from '../../runtime/ModalContext.js';

/**
 * Handles a click on a wallet. An installed one is asked to connect. Another one is paired if the host has
 * WalletConnect; otherwise the visitor sees how to get it.
 */
export function useChooseWallet(from: 'Connect' | 'AllWallets'): (wallet: WalletItem) => void {
  const { kit, attempt } = useModal();
  return wallet => {
    const state = kit.store.getState();
    const [first] = state.modal.views.flatMap(view => (view.name === 'Connect' ? [view.namespace] : []));
    if (wallet.group === 'walletConnect' && isLinkless(kit)) return navigate(kit, { name: 'AllWallets' });
    selectWallet(kit, wallet);
    if (wallet.pairs || wallet.group === 'walletConnect') {
      // A phone opens an app only during the tap itself. A link that the relay doesn't know yet leads nowhere.
      if (wallet.pairs) openWallet(kit, { walletId: wallet.id, kind: 'mobile', whenReady: true });
      attempt.start(wallet.id, first);
      const named = { ...(wallet.pairs && { walletId: wallet.id }), ...(first && { namespace: first }) };
      return navigate(kit, { name: 'ConnectingWalletConnect', ...named });
    }
    const choice = wallet.connector ? chainChoice(state, wallet.connector, first) : [];
    const [namespace, ...rest] = choice;
    const walletId = wallet.id;
    // The wallet supports several namespaces, and nothing indicates which one to use.
    if (rest.length > 0) return navigate(kit, { name: 'ChooseChain', walletId });
    const named = wallet.connector?.connectors && namespace ? { namespace } : {};
    const show = () => navigate(kit, { name: 'ConnectingExternal', walletId, ...named });
    if (!namespace) return show();
    attempt.start(walletId, namespace);
    // Ask the wallet within the click, and draw the next view a frame later: a wallet that already knows the page
    // responds at once and need not wait for a view that is never visible.
    requestAnimationFrame(() => {
      const { modal } = kit.store.getState();
      if (modal.open && currentView(modal).name === from) show();
    });
  };
}

/**
 * Whether a phone has no links to wallets, like iPhones. It can't scan its own screen, so the visitor chooses a
 * wallet by name.
 */
function isLinkless({ options, store }: Latchkit): boolean {
  const environment = linkEnvironment();
  const { gateway, projectId } = options;
  const listed = gateway !== undefined && projectId !== undefined && store.getState().features.allWallets;
  return listed && environment.platform !== 'desktop' && !choosesWallet(environment);
}

/**
 * The namespaces that a chosen wallet can be connected on: the requested one, else those where it is not connected
 * yet, else all of its namespaces. If there are several, the visitor chooses.
 */
export function chainChoice(
  { connections }: Pick<LatchkitState, 'connections'>,
  connector: Connector,
  wanted?: ChainNamespace,
): readonly ChainNamespace[] {
  const all = connector.connectors ?? [connector];
  if (wanted && all.some(({ chain }) => chain === wanted)) return [wanted];
  const isHeld = ({ id, chain }: Connector) =>
    connections.some(one => one.connectorId === id && one.namespace === chain);
  const left = all.filter(one => !isHeld(one));
  return (left.length > 0 ? left : all).map(({ chain }) => chain);
}
