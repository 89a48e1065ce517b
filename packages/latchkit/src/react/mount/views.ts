import type { ViewName } from '../../core/index.js';
import type { EmbeddedParts } from '../runtime/addEmailEntryTexts.js';
import type { LoadView } from '../runtime/createViewLoader.js';

/** A view that is more than one step from Connect. */
export type FurtherView = Exclude<
  ViewName,
  | 'Connect'
  | 'AllWallets'
  | 'EmailLogin'
  | 'ConnectingExternal'
  | 'ConnectingWalletConnect'
  | 'ConnectingWalletConnectBasic'
  | 'Account'
>;

const codeViews = async (parts: EmbeddedParts) =>
  (await import('../views/email/codeViews.js')).loadCodeViews(parts);
const updateViews = async (parts: EmbeddedParts) =>
  (await import('../views/email/updateViews.js')).loadUpdateViews(parts);

// In a separate file: the list of their chunks is a twentieth of the code that Connect would wait for.
/** The views that load later, each in a separate chunk. The embedded wallet's views also load their texts. */
export const furtherViews: Readonly<Record<FurtherView, LoadView>> = {
  SwitchNetwork: async () => (await import('../views/network/SwitchNetworkView.js')).SwitchNetworkView,
  UnsupportedChain: async () =>
    (await import('../views/network/UnsupportedChainView.js')).UnsupportedChainView,
  SIWXSignMessage: async () => (await import('../views/signIn/SIWXSignMessageView.js')).SIWXSignMessageView,
  ChooseChain: async () => (await import('../views/connect/ChooseChainView.js')).ChooseChainView,
  SwitchActiveChain: async () =>
    (await import('../views/network/SwitchActiveChainView.js')).SwitchActiveChainView,
  ProfileWallets: async () => (await import('../views/account/ProfileWalletsView.js')).ProfileWalletsView,
  EmailVerifyDevice: async parts => (await codeViews(parts)).EmailVerifyDeviceView,
  EmailVerifyOtp: async parts => (await codeViews(parts)).EmailVerifyOtpView,
  UpdateEmailWallet: async parts => (await updateViews(parts)).UpdateEmailWalletView,
  UpdateEmailPrimaryOtp: async parts => (await updateViews(parts)).UpdateEmailPrimaryOtpView,
  UpdateEmailSecondaryOtp: async parts => (await updateViews(parts)).UpdateEmailSecondaryOtpView,
  ApproveTransaction: async parts => (await import('../views/approve/approveView.js')).loadApproveView(parts),
  WalletRequest: async () => (await import('../views/walletConnect/WalletRequestView.js')).WalletRequestView,
  Receive: async () => (await import('../views/receive/ReceiveView.js')).ReceiveView,
  Send: async () => (await import('../views/send/SendView.js')).SendView,
  SendSelectToken: async () => (await import('../views/send/SendSelectTokenView.js')).SendSelectTokenView,
  SendReview: async () => (await import('../views/send/SendReviewView.js')).SendReviewView,
  TransactionStatus: async () =>
    (await import('../views/send/TransactionStatusView.js')).TransactionStatusView,
  Activity: async () => (await import('../views/activity/ActivityView.js')).ActivityView,
  WhatIsAWallet: async () => (await import('../views/about/WhatIsAWalletView.js')).WhatIsAWalletView,
  WhatIsANetwork: async () => (await import('../views/about/WhatIsANetworkView.js')).WhatIsANetworkView,
};
