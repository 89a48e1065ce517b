// What the modal needs beyond the public API. Not covered by semantic versioning.

export { isAuth } from '../core/adapter/Connector.js';
export { isLostCode } from '../core/adapter/isLostCode.js';
export { lostCode } from '../core/adapter/lostCode.js';
export { OUT_OF_GAS } from '../core/adapter/Transaction.js';
export { type Arrival, followBalances } from '../core/balances/followBalances.js';
export { lacksNode } from '../core/balances/lacksNode.js';
export { shownText, unitsOfText } from '../core/balances/tokenScale.js';
export {
  selectAccount,
  selectConnections,
  selectNetwork,
  selectSignedInAccount,
} from '../core/connection/account.js';
export { directoryWallets } from '../core/directory/directoryWallets.js';
export {
  filterWallets,
  loadMoreWallets,
  loadWallets,
  type SearchWalletsOptions,
  searchWallets,
} from '../core/directory/loadWallets.js';
export {
  type AccountChoice,
  accountChoice,
  isOfferAnswered,
  writeOfferAnswered,
} from '../core/embeddedWallet/accountChoice.js';
export { preloadEmbeddedWallet } from '../core/embeddedWallet/emailLogin.js';
export { isSiteFault } from '../core/embeddedWallet/isSiteFault.js';
export { hasPendingLogin, isEmailOffered, offeredSocials } from '../core/embeddedWallet/offeredLogins.js';
export { resumeEmailLogin } from '../core/embeddedWallet/resumeEmailLogin.js';
export { resumeSocialLogin } from '../core/embeddedWallet/resumeSocialLogin.js';
export { lastSocial } from '../core/embeddedWallet/socialRecords.js';
export { isOwnImage, tokenImageUrl } from '../core/kernel/allowedImage.js';
export { gatewayClock } from '../core/kernel/gatewayClock.js';
export { assetImageUrl, walletImageUrl } from '../core/kernel/gatewayUrl.js';
export {
  isFeatureOffered,
  type OfferedFeature,
  type WalletFeature,
  walletFeatures,
} from '../core/kernel/isFeatureOffered.js';
export { reportError } from '../core/kernel/reportError.js';
export { safeLink } from '../core/kernel/safeLink.js';
export { endShake, setClosable } from '../core/modal/closeModal.js';
export { currentView } from '../core/modal/modalState.js';
export { goBack, navigate, replaceView } from '../core/modal/navigate.js';
export { isPlacedByHost, type RootElement, rootElement } from '../core/modal/rootElement.js';
export { dismissAlert, dismissToast, showToast } from '../core/modal/toast.js';
export { currencyImageUrl } from '../core/onramp/currencyImageUrl.js';
export { forgetPurchase } from '../core/onramp/followPurchase.js';
export {
  chosenOffer,
  type OnrampOffer,
  type OnrampProblem,
  onrampOffers,
  onrampProblem,
  selectOnramp,
  setOnrampChoice,
  setOnrampProvider,
} from '../core/onramp/onrampDraft.js';
export { openOnramp, setOnrampCountry } from '../core/onramp/openOnramp.js';
export { startPurchase } from '../core/onramp/startPurchase.js';
export { amountDue } from '../core/pay/PayState.js';
export { selectPay } from '../core/pay/payDraft.js';
export { choosePayOption, loadPayOptions } from '../core/pay/payOptions.js';
export { connectToPay, leavePayment } from '../core/pay/runPayment.js';
export { canRetryPayment, retryPayment, sendPayment } from '../core/pay/sendPayment.js';
export { type PaymentRequest, paymentRequest } from '../core/receive/paymentRequest.js';
export { listSendTokens, loadSend } from '../core/send/loadSend.js';
export { factorOf, prepareSend } from '../core/send/prepareSend.js';
export { type ReceiverWarning, receiverWarnings } from '../core/send/receiverWarnings.js';
export {
  refreshReceiver,
  resetSend,
  setSendAmount,
  setSendReceiver,
  setSendToken,
} from '../core/send/sendDraft.js';
export { sendTokens } from '../core/send/sendTokens.js';
export { selectSession } from '../core/signIn/signInState.js';
export { followHoldings, loadSwap } from '../core/swap/loadSwap.js';
export { isSwapNetwork, offersSwap } from '../core/swap/offersSwap.js';
export { formAmount, watchSwapQuote } from '../core/swap/quoteSwap.js';
export { readUnlistedToken } from '../core/swap/readUnlistedToken.js';
export { SWAP_APPROVALS_KEY } from '../core/swap/swapApprovalsKey.js';
export {
  flipSwap,
  resetSwap,
  setSwapAmount,
  setSwapSlippage,
  setSwapToken,
  updateSwap,
} from '../core/swap/swapDraft.js';
export { readUnroutedTokens } from '../core/swap/swapGateway.js';
export { isSameAsset, selectSwap, swapAsset } from '../core/swap/swapState.js';
export { continueSwap } from '../core/swap/untilContinued.js';
export { checkPending } from '../core/transactions/pendingTransactions.js';
export {
  cancelWalletRequest,
  confirmAddress,
  type OpenWalletOptions,
  openWallet,
  pairingLink,
  preparePairing,
  reachWallets,
  resendRequest,
} from '../core/walletConnect/pairing.js';
export { pairingStatus } from '../core/walletConnect/transitionWalletConnect.js';
export { pageAddress } from '../core/wallets/pageAddress.js';
export { preload, preloadWallets } from '../core/wallets/preload.js';
export {
  type LinkedWallet,
  type WalletConnectLink,
  walletConnectLinks,
} from '../core/wallets/walletConnectLinks.js';
export {
  choosesWallet,
  currentPlatform,
  type LinkEnvironment,
  linkEnvironment,
  type Platform,
  type WalletLink,
  walletLink,
} from '../core/wallets/walletLinks.js';
export { selectWallet, walletItem, walletList } from '../core/wallets/walletList.js';
export { type RouteOptions, type WalletRoute, walletRoutes } from '../core/wallets/walletRoutes.js';
export { parseAmount } from '../protocol/amounts.js';
export { fromFiat, toFiat } from '../protocol/fiatAmount.js';
export { formatFiat } from '../protocol/formatFiat.js';
export { shownUnits, unitsOfShown } from '../protocol/shownUnits.js';
export { toBaseUnits } from '../protocol/toBaseUnits.js';
