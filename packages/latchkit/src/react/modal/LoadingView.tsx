import type { Latchkit, View, ViewName } from '../../core/index.js';
import { selectAccount, walletItem } from '../../internal/index.js';
import { PROVIDER_NAMES } from '../../protocol/providerNames.js';
import type { ShellTexts } from '../locales/Catalogue.js';
import { SkeletonRows } from '../primitives/SkeletonRows.js';
import type { Text } from '../runtime/createText.js';
import type { ViewProps } from '../runtime/createViewLoader.js';
import { useModal } from '../runtime/ModalContext.js';
import { ViewFrame } from './ViewFrame.js';

/** The placeholder for a view whose code is still loading, under the view's own title. */
export function LoadingView({ view, depth }: ViewProps) {
  const { kit, text } = useModal();
  return (
    <ViewFrame title={viewTitle(kit, text, view)} kind="child" depth={depth} busy>
      <SkeletonRows label={text.t('loading.view')} />
    </ViewFrame>
  );
}

/** Views whose title names their content. */
type Naming =
  | 'Connect'
  | 'ConnectingWalletConnectBasic'
  | 'ConnectingExternal'
  | 'ConnectingSocial'
  | 'ConnectingFarcaster'
  | 'ConnectingWalletConnect'
  | 'ChooseChain'
  | 'SwitchNetwork'
  | 'SwitchActiveChain'
  | 'WalletRequest'
  // Opened from Account, whose title is shown until their texts have loaded.
  | 'Account'
  | 'RegisterAccountName'
  | 'RegisterAccountNameSuccess';

const TITLES = {
  AllWallets: 'connect.allWallets',
  UnsupportedChain: 'unsupported.title',
  ProfileWallets: 'profile.title',
  SIWXSignMessage: 'signIn.title',
  EmailLogin: 'email.title',
  EmailVerifyDevice: 'email.deviceTitle',
  EmailVerifyOtp: 'email.title',
  UpdateEmailWallet: 'email.changeTitle',
  UpdateEmailPrimaryOtp: 'email.changeTitle',
  UpdateEmailSecondaryOtp: 'email.changeTitle',
  ApproveTransaction: 'approve.title',
  Onramp: 'onramp.titlePlain',
  Pay: 'pay.title',
  Receive: 'receive.title',
  Send: 'send.title',
  SendSelectToken: 'send.tokensTitle',
  SendReview: 'send.reviewTitle',
  Swap: 'swap.title',
  SwapSelectToken: 'send.tokensTitle',
  SwapReview: 'swap.title',
  TransactionStatus: 'transaction.title',
  Activity: 'activity.title',
  WhatIsAWallet: 'wallet.title',
  WhatIsANetwork: 'networks.title',
} as const satisfies Record<Exclude<ViewName, Naming>, keyof ShellTexts>;

type ShownTitles = Partial<Record<ViewName, (typeof TITLES)[keyof typeof TITLES]>>;

/** A view's title, from texts that are available before the view's own texts have loaded. */
function viewTitle(kit: Latchkit, text: Text, view: View): string {
  const state = kit.store.getState();
  switch (view.name) {
    case 'Connect':
    case 'ConnectingWalletConnectBasic': {
      const dapp = kit.options.metadata?.name;
      return dapp ? text.t('connect.title', { dapp }) : text.t('connect.titlePlain');
    }
    case 'ConnectingExternal':
    case 'ChooseChain':
      return walletItem(kit, state, view.walletId)?.name ?? text.t('connect.titlePlain');
    case 'ConnectingWalletConnect':
      return walletItem(kit, state, view.walletId ?? '')?.name ?? text.t('pair.anyWallet');
    case 'ConnectingSocial':
      return PROVIDER_NAMES[view.provider];
    case 'ConnectingFarcaster':
      return PROVIDER_NAMES.farcaster;
    case 'WalletRequest':
      return state.walletConnect.wallet?.name ?? text.t('pair.anyWallet');
    case 'SwitchNetwork': {
      const { isConnected } = selectAccount(state, view.namespace);
      return text.t(isConnected ? 'network.title' : 'network.chooseTitle');
    }
    case 'SwitchActiveChain':
      return text.t('switchChain.title', { chain: text.t(`chain.${view.switchToChain}`) });
    default:
      return text.t((TITLES as ShownTitles)[view.name] ?? 'account.title');
  }
}
