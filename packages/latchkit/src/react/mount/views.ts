import type { EmbeddedParts } from '../runtime/addEmailEntryTexts.js';
import type { ViewRegistry } from '../runtime/createViewLoader.js';
import { ConnectView } from '../views/connect/ConnectView.js';
import { withTerms } from '../views/connect/withTerms.js';

const codeViews = (parts: EmbeddedParts) =>
  import('../views/email/codeViews.js').then(found => found.loadCodeViews(parts));
const updateViews = (parts: EmbeddedParts) =>
  import('../views/email/updateViews.js').then(found => found.loadUpdateViews(parts));

const networkViews = () => import('../views/network/networkViews.js');
const nameViews = () => import('../views/names/nameViews.js');
const sendViews = () => import('../views/send/sendViews.js');
const aboutViews = () => import('../views/about/aboutViews.js');

const socialViews = (parts: EmbeddedParts) =>
  import('../views/social/socialViews.js').then(found => found.loadSocialViews(parts));

const swapViews = (parts: EmbeddedParts) =>
  import('../views/swap/swapViews.js').then(found => found.loadSwapViews(parts));

/** Every view. Each loads as a separate chunk, except Connect. Views of the embedded wallet also load their texts. */
export const views: ViewRegistry = {
  Connect: ConnectView,
  AllWallets: () => import('../views/allWallets/AllWalletsView.js').then(found => found.AllWalletsView),
  ConnectingExternal: () =>
    import('../views/connect/ConnectingExternalView.js').then(found =>
      withTerms(found.ConnectingExternalView),
    ),
  ConnectingWalletConnect: () =>
    import('../views/walletConnect/ConnectingWalletConnectView.js').then(found =>
      withTerms(found.ConnectingWalletConnectView),
    ),
  ConnectingWalletConnectBasic: () =>
    import('../views/walletConnect/ConnectingWalletConnectBasicView.js').then(
      found => found.ConnectingWalletConnectBasicView,
    ),
  // Connect contains its field.
  EmailLogin: parts =>
    import('../views/email/emailViews.js')
      .then(found => found.loadEmailViews(parts))
      .then(found => withTerms(found.EmailLoginView)),
  ConnectingSocial: parts => socialViews(parts).then(found => withTerms(found.ConnectingSocialView)),
  ConnectingFarcaster: parts =>
    socialViews(parts)
      .then(found => found.loadFarcasterView())
      .then(withTerms),
  Account: () => import('../views/account/AccountView.js').then(found => found.AccountView),
  SwitchNetwork: () => networkViews().then(found => found.SwitchNetworkView),
  UnsupportedChain: () => networkViews().then(found => found.UnsupportedChainView),
  SIWXSignMessage: () =>
    import('../views/signIn/SIWXSignMessageView.js').then(found => found.SIWXSignMessageView),
  ChooseChain: () => import('../views/connect/ChooseChainView.js').then(found => found.ChooseChainView),
  SwitchActiveChain: () => networkViews().then(found => found.SwitchActiveChainView),
  ProfileWallets: () =>
    import('../views/account/ProfileWalletsView.js').then(found => found.ProfileWalletsView),
  EmailVerifyDevice: parts => codeViews(parts).then(found => found.EmailVerifyDeviceView),
  EmailVerifyOtp: parts => codeViews(parts).then(found => found.EmailVerifyOtpView),
  UpdateEmailWallet: parts => updateViews(parts).then(found => found.UpdateEmailWalletView),
  UpdateEmailPrimaryOtp: parts => updateViews(parts).then(found => found.UpdateEmailPrimaryOtpView),
  UpdateEmailSecondaryOtp: parts => updateViews(parts).then(found => found.UpdateEmailSecondaryOtpView),
  ApproveTransaction: parts =>
    import('../views/approve/approveView.js').then(found => found.loadApproveView(parts)),
  WalletRequest: () =>
    import('../views/walletConnect/WalletRequestView.js').then(found => found.WalletRequestView),
  RegisterAccountName: () => nameViews().then(found => found.RegisterAccountNameView),
  RegisterAccountNameSuccess: () => nameViews().then(found => found.RegisterAccountNameSuccessView),
  Onramp: parts => import('../views/onramp/onrampViews.js').then(found => found.loadOnrampView(parts)),
  Pay: parts => import('../views/pay/payViews.js').then(found => found.loadPayView(parts)),
  Receive: () => import('../views/receive/ReceiveView.js').then(found => found.ReceiveView),
  Send: () => sendViews().then(found => found.SendView),
  SendSelectToken: () => sendViews().then(found => found.SendSelectTokenView),
  SendReview: () => sendViews().then(found => found.SendReviewView),
  Swap: parts => swapViews(parts).then(found => found.SwapView),
  SwapSelectToken: parts => swapViews(parts).then(found => found.SwapSelectTokenView),
  SwapReview: parts => swapViews(parts).then(found => found.SwapReviewView),
  TransactionStatus: () =>
    import('../views/send/TransactionStatusView.js').then(found => found.TransactionStatusView),
  Activity: () => import('../views/activity/ActivityView.js').then(found => found.ActivityView),
  WhatIsAWallet: () => aboutViews().then(found => found.WhatIsAWalletView),
  WhatIsANetwork: () => aboutViews().then(found => found.WhatIsANetworkView),
};
