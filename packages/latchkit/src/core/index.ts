// Not from protocol/index.js: not every bundler leaves out the schemas that it exports as well.
export { BaseError, isError, type LatchkitError } from '../protocol/BaseError.js';
export {
  type CaipAddress,
  type CaipNetworkId,
  type ChainNamespace,
  parseCaipAddress,
  parseCaipNetworkId,
} from '../protocol/caip.js';
export type { ErrorCode } from '../protocol/ErrorCode.js';
export type { AccountTransaction, TransactionTransfer } from '../protocol/gateway/history.js';
export type { AccountSession } from '../protocol/gateway/sessions.js';
export type { WalletListing } from '../protocol/gateway/walletListing.js';
export type { SiwxMessage } from '../protocol/siwx/SiwxMessage.js';
export { cancelConnect } from './actions/cancelConnect.js';
export { addNetwork, removeNetwork } from './actions/changeNetworks.js';
export { checkPending } from './actions/checkPending.js';
export { type CloseOptions, close, endShake, setClosable } from './actions/close.js';
export { type ConnectOptions, connect } from './actions/connect.js';
export { type DeleteConnectionOptions, deleteConnection } from './actions/deleteConnection.js';
export { type DisconnectOptions, disconnect } from './actions/disconnect.js';
export { discover } from './actions/discover.js';
export {
  awaitEmailDevice,
  cancelEmailLogin,
  preloadEmbeddedWallet,
  resendEmailCode,
  resumeEmailLogin,
  startEmailLogin,
  submitEmailCode,
} from './actions/emailLogin.js';
export {
  cancelEmailUpdate,
  startEmailUpdate,
  submitPrimaryEmailCode,
  submitSecondaryEmailCode,
} from './actions/emailUpdate.js';
export { estimateGas } from './actions/estimateGas.js';
export { fetchPrices } from './actions/fetchPrices.js';
export { getCapabilities } from './actions/getCapabilities.js';
export { getLogs } from './actions/getLogs.js';
export { getProvider } from './actions/getProvider.js';
export { type ConnectionList, listConnections } from './actions/listConnections.js';
export { type LoadActivityOptions, loadActivity } from './actions/loadActivity.js';
export { loadSend } from './actions/loadSend.js';
export { loadMoreWallets, loadWallets } from './actions/loadWallets.js';
export { goBack, navigate, replaceView } from './actions/navigate.js';
export { type OpenableView, type OpenOptions, open } from './actions/open.js';
export { type OpenWalletOptions, openWallet } from './actions/openWallet.js';
export { preload, preloadWallets } from './actions/preload.js';
export { prepareSend } from './actions/prepareSend.js';
export { type RefreshBalanceOptions, refreshBalance } from './actions/refreshBalance.js';
export { refreshIdentity } from './actions/refreshIdentity.js';
export { type RefreshTokensOptions, refreshTokens } from './actions/refreshTokens.js';
export { reportError } from './actions/reportError.js';
export { requestConnection } from './actions/requestConnection.js';
export { resolveName } from './actions/resolveName.js';
export { filterWallets, type SearchWalletsOptions, searchWallets } from './actions/searchWallets.js';
export { selectWallet } from './actions/selectWallet.js';
export { sendCalls } from './actions/sendCalls.js';
export { sendTokens } from './actions/sendTokens.js';
export { sendTransaction } from './actions/sendTransaction.js';
export { setAnalyticsConsent } from './actions/setAnalyticsConsent.js';
export { resetSend, setSendAmount, setSendToken } from './actions/setSend.js';
export { setSendReceiver } from './actions/setSendReceiver.js';
export { cancelSignIn, type SignInOptions, signIn } from './actions/signIn.js';
export { signMessage } from './actions/signMessage.js';
export { signOut } from './actions/signOut.js';
export { signTypedData } from './actions/signTypedData.js';
export { listSmartSessions, revokeSmartSession } from './actions/smartSessions.js';
export {
  cancelWalletRequest,
  pairingLink,
  preparePairing,
  resendRequest,
  startPairing,
  stopPairing,
} from './actions/startPairing.js';
export { type SwitchConnectionOptions, switchConnection } from './actions/switchConnection.js';
export { type SwitchNetworkOptions, switchNetwork } from './actions/switchNetwork.js';
export { setThemeMode, setThemeVariables } from './actions/theme.js';
export { dismissAlert, dismissToast, showToast } from './actions/toast.js';
export {
  TransactionRevertedError,
  type WaitForTransactionOptions,
  waitForTransaction,
} from './actions/waitForTransaction.js';
export type { ActivityState } from './activity/ActivityState.js';
export type { Alert, AlertKey } from './alerts/alertCatalogue.js';
export { directoryWallets } from './connectors/directoryWallets.js';
export type { WalletGroup, WalletItem } from './connectors/WalletItem.js';
export { walletItem, walletList } from './connectors/walletList.js';
export type { AddressOf } from './contracts/AddressOf.js';
export type {
  AccountDetails,
  AccountReference,
  AdapterConnection,
  AdapterEvent,
  AdapterHost,
  Balance,
  Call,
  ChainAdapter,
  ConnectRequest,
  TypedData,
} from './contracts/ChainAdapter.js';
export type { Connector, ConnectorType } from './contracts/Connector.js';
export type { Eip1193Provider } from './contracts/Eip1193Provider.js';
export type {
  EmailLoginStep,
  EmailUpdateStep,
  EmbeddedWalletConfig,
  EmbeddedWalletFlow,
} from './contracts/EmbeddedWallet.js';
export type { InstanceWallet } from './contracts/InstanceWallet.js';
export type { CaipNetwork } from './contracts/Network.js';
export type { ProviderOf } from './contracts/ProviderOf.js';
export type {
  SignIn,
  SignInAccount,
  SignInConfig,
  SignInContext,
  SiwxParameters,
  SiwxSession,
} from './contracts/SignIn.js';
export type { StandardAccount, StandardWallet } from './contracts/StandardWallet.js';
export type { Storage } from './contracts/Storage.js';
export type {
  EvmTransaction,
  PreflightCommitment,
  SerializedTransaction,
  TransactionRequest,
} from './contracts/TransactionRequest.js';
export type {
  PreparedTransfer,
  SentTransaction,
  TransactionOutcome,
  TransferRequest,
} from './contracts/Transfer.js';
export type {
  WalletConnectClient,
  WalletConnectConfig,
  WalletConnectEvent,
  WalletConnectHost,
  WalletConnectPeer,
  WalletConnectRelay,
  WalletConnectSignIn,
} from './contracts/WalletConnect.js';
export { createLatchkit } from './createLatchkit.js';
export type { DirectoryQuery, DirectoryState } from './directory/directoryState.js';
export { currentPlatform, type Platform, type WalletLink, walletLink } from './directory/walletLink.js';
export { hasPendingLogin } from './embedded/hasPendingLogin.js';
export { isAuth } from './embedded/isAuth.js';
export { isEmailOffered } from './embedded/isEmailOffered.js';
export { type RootElement, rootElement } from './embedded/rootElement.js';
export type { LatchkitEvent } from './events/LatchkitEvent.js';
export { formatBalance } from './format/formatBalance.js';
export { formatFiat } from './format/formatFiat.js';
export { formatUnits } from './format/formatUnits.js';
export { shortenAddress } from './format/shortenAddress.js';
export { assetImageUrl, walletImageUrl } from './gateway/imageUrl.js';
export { isOwnImage } from './gateway/isOwnImage.js';
export { tokenImageUrl } from './gateway/tokenImageUrl.js';
export type { Latchkit } from './Latchkit.js';
export type { LogEntry } from './logs/LogEntry.js';
export { defineNetwork, type NetworkInput } from './networks/defineNetwork.js';
export type { NamespaceOf, NetworkIdOf } from './networks/NetworkIdOf.js';
export * from './networks/networks.js';
export type { CheckedOptions } from './options/CheckedOptions.js';
export type {
  CustomWallet,
  DappMetadata,
  Features,
  InstanceOptions,
  LatchkitOptions,
  LocalFeatures,
  RemoteFeatures,
  SocialProvider,
  ThemeMode,
} from './options/LatchkitOptions.js';
export type { Register, RegisteredKit, RegisteredNamespace, RegisteredNetworkId } from './Register.js';
export { type PaymentRequest, paymentRequest } from './receive/paymentRequest.js';
export { fromFiat, toFiat } from './send/fiatAmount.js';
export { parseAmount } from './send/parseAmount.js';
export { type ReceiverWarning, receiverWarnings } from './send/receiverWarnings.js';
export type { SendState } from './send/SendState.js';
export { toBaseUnits } from './send/toBaseUnits.js';
export type {
  AbsentAccount,
  Account,
  AccountInfo,
  ConnectedAccount,
  Connection,
  EmbeddedWalletInfo,
} from './state/account.js';
export type { ConnectedState, ConnectionState, ConnectionStatus } from './state/connectionState.js';
export type { EmailLoginState, EmailUpdateState, EmbeddedWalletState } from './state/EmbeddedWalletState.js';
export { isFeatureOffered, type OfferedFeature } from './state/isFeatureOffered.js';
export type { ChainState, LatchkitState, Toast, TransactionStep } from './state/LatchkitState.js';
export { currentView, type ModalState } from './state/modalRouter.js';
export { getAccount, getConnections, getConnectorState, getNetwork, getSession } from './state/selectors.js';
export type { SignInRequest, SignInState } from './state/signInState.js';
export type { View, ViewName } from './state/view.js';
export type {
  WalletConnectRequest,
  WalletConnectState,
  WalletConnectWallet,
} from './state/WalletConnectState.js';
export { type WalletFeature, walletFeatures } from './state/walletFeatures.js';
export { cookieStorage } from './storage/cookieStorage.js';
export { localStorageStorage } from './storage/localStorageStorage.js';
export { memoryStorage } from './storage/memoryStorage.js';
export type { TokenBalance } from './tokens/TokenBalance.js';
export type { TrackedTransaction } from './transactions/TrackedTransaction.js';
export { type LinkEnvironment, linkEnvironment } from './walletconnect/linkEnvironment.js';
export {
  type LinkedWallet,
  type WalletConnectLink,
  walletConnectLinks,
} from './walletconnect/walletConnectLinks.js';
