// Import leaf files: some bundlers cannot tree-shake the schemas of protocol/index.js.

export { parseAmount } from '../protocol/amounts.js';
export { BaseError, isError, type LatchkitError } from '../protocol/BaseError.js';
export {
  type CaipAddress,
  type CaipNetworkId,
  type ChainNamespace,
  parseCaipAddress,
  parseCaipNetworkId,
} from '../protocol/caip.js';
export { formatBalance } from '../protocol/display.js';
export type { ErrorCode } from '../protocol/ErrorCode.js';
export { fromFiat, toFiat } from '../protocol/fiatAmount.js';
export { formatFiat } from '../protocol/formatFiat.js';
export { formatUnits } from '../protocol/formatUnits.js';
export type { AccountTransaction, TransactionTransfer } from '../protocol/gateway/history.js';
export type { AccountSession } from '../protocol/gateway/sessions.js';
export type { WalletListing } from '../protocol/gateway/walletListing.js';
export { shortenAddress } from '../protocol/shortenAddress.js';
export type { SiwxMessage } from '../protocol/siwx/SiwxMessage.js';
export { toBaseUnits } from '../protocol/toBaseUnits.js';
export type { ActivityState } from './activity/activityState.js';
export { type LoadActivityOptions, loadActivity } from './activity/loadActivity.js';
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
} from './adapter/ChainAdapter.js';
export { type Connector, type ConnectorType, type InstanceWallet, isAuth } from './adapter/Connector.js';
export type { CaipNetwork, NamespaceOf, NetworkIdOf } from './adapter/Network.js';
export type {
  AddressOf,
  Eip1193Provider,
  ProviderOf,
  StandardAccount,
  StandardWallet,
} from './adapter/ProviderOf.js';
export type { TokenBalance } from './adapter/TokenBalance.js';
export type {
  EvmTransaction,
  PreflightCommitment,
  PreparedTransfer,
  SentTransaction,
  SerializedTransaction,
  TransactionOutcome,
  TransactionRequest,
  TransferRequest,
} from './adapter/Transaction.js';
export { setAnalyticsConsent } from './analytics/analyticsConsent.js';
export { fetchPrices } from './balances/fetchPrices.js';
export { type RefreshBalanceOptions, refreshBalance } from './balances/refreshBalance.js';
export { type RefreshTokensOptions, refreshTokens } from './balances/refreshTokens.js';
export {
  type AbsentAccount,
  type Account,
  type AccountInfo,
  type ConnectedAccount,
  type Connection,
  type EmbeddedWalletInfo,
  getAccount,
  getConnections,
  getConnectorState,
  getNetwork,
} from './connection/account.js';
export { getProvider } from './connection/activeConnection.js';
export { addNetwork, removeNetwork } from './connection/addNetwork.js';
export { type ConnectOptions, cancelConnect, connect, requestConnection } from './connection/connect.js';
export type { ConnectedState, ConnectionState, ConnectionStatus } from './connection/connectionState.js';
export {
  type DeleteConnectionOptions,
  type DisconnectOptions,
  deleteConnection,
  disconnect,
} from './connection/disconnect.js';
export {
  type ConnectionList,
  listConnections,
  type SwitchConnectionOptions,
  switchConnection,
} from './connection/switchConnection.js';
export { type SwitchNetworkOptions, switchNetwork } from './connection/switchNetwork.js';
export { createLatchkit } from './createLatchkit.js';
export type { DirectoryQuery, DirectoryState } from './directory/directoryState.js';
export { directoryWallets } from './directory/directoryWallets.js';
export {
  filterWallets,
  loadMoreWallets,
  loadWallets,
  type SearchWalletsOptions,
  searchWallets,
} from './directory/loadWallets.js';
export type {
  EmailLoginStep,
  EmailUpdateStep,
  EmbeddedWalletConfig,
  EmbeddedWalletFlow,
} from './embeddedWallet/EmbeddedWalletConfig.js';
export {
  awaitEmailDevice,
  cancelEmailLogin,
  preloadEmbeddedWallet,
  resendEmailCode,
  resumeEmailLogin,
  startEmailLogin,
  submitEmailCode,
} from './embeddedWallet/emailLogin.js';
export {
  cancelEmailUpdate,
  startEmailUpdate,
  submitPrimaryEmailCode,
  submitSecondaryEmailCode,
} from './embeddedWallet/emailUpdate.js';
export type {
  EmailLoginState,
  EmailUpdateState,
  EmbeddedWalletState,
} from './embeddedWallet/embeddedWalletState.js';
export { hasPendingLogin, isEmailOffered } from './embeddedWallet/isEmailOffered.js';
export { refreshIdentity } from './identity/refreshIdentity.js';
export { resolveName } from './identity/resolveName.js';
export type { Alert, AlertKey } from './kernel/alerts.js';
export { isOwnImage, tokenImageUrl } from './kernel/allowedImage.js';
export { assetImageUrl, walletImageUrl } from './kernel/imageUrl.js';
export {
  isFeatureOffered,
  type OfferedFeature,
  type WalletFeature,
  walletFeatures,
} from './kernel/isFeatureOffered.js';
export { getLogs, type LogEntry } from './kernel/logs.js';
export { reportError } from './kernel/reportError.js';
export { cookieStorage, localStorageStorage, memoryStorage, type Storage } from './kernel/storage.js';
export type {
  Latchkit,
  Register,
  RegisteredKit,
  RegisteredNamespace,
  RegisteredNetworkId,
} from './Latchkit.js';
export type { LatchkitEvent } from './LatchkitEvent.js';
export type {
  CheckedOptions,
  CustomWallet,
  DappMetadata,
  Features,
  InstanceOptions,
  LatchkitOptions,
  LocalFeatures,
  RemoteFeatures,
  SocialProvider,
  ThemeMode,
} from './LatchkitOptions.js';
export type { ChainState, LatchkitState, Toast, TransactionStep } from './LatchkitState.js';
export { type CloseOptions, close, endShake, setClosable } from './modal/closeModal.js';
export { currentView, type ModalState } from './modal/modalState.js';
export { goBack, navigate, replaceView } from './modal/navigate.js';
export { type OpenableView, type OpenOptions, open } from './modal/openModal.js';
export { type RootElement, rootElement } from './modal/rootElement.js';
export { setThemeMode, setThemeVariables } from './modal/theme.js';
export { dismissAlert, dismissToast, showToast } from './modal/toast.js';
export type { View, ViewName } from './modal/View.js';
export { defineNetwork, type NetworkInput } from './networks/defineNetwork.js';
export { type PaymentRequest, paymentRequest } from './receive/paymentRequest.js';
export { loadSend } from './send/loadSend.js';
export { prepareSend } from './send/prepareSend.js';
export { type ReceiverWarning, receiverWarnings } from './send/receiverWarnings.js';
export { resetSend, setSendAmount, setSendReceiver, setSendToken } from './send/sendDraft.js';
export type { SendState } from './send/sendState.js';
export { sendTokens } from './send/sendTokens.js';
export type {
  SignIn,
  SignInAccount,
  SignInConfig,
  SignInContext,
  SiwxParameters,
  SiwxSession,
  WalletConnectSignIn,
} from './signIn/SignInConfig.js';
export { cancelSignIn, type SignInOptions, signIn, signOut } from './signIn/signIn.js';
export { getSession, type SignInRequest, type SignInState } from './signIn/signInState.js';
export { listSmartSessions, revokeSmartSession } from './smartAccounts/smartSessions.js';
export { checkPending } from './transactions/pendingTransactions.js';
export type { TrackedTransaction } from './transactions/TrackedTransaction.js';
export {
  TransactionRevertedError,
  type WaitForTransactionOptions,
  waitForTransaction,
} from './transactions/waitForTransaction.js';
export { getCapabilities } from './walletActions/capabilities.js';
export { sendCalls } from './walletActions/sendCalls.js';
export { estimateGas, sendTransaction } from './walletActions/sendTransaction.js';
export { signMessage, signTypedData } from './walletActions/signMessage.js';
export {
  cancelWalletRequest,
  type OpenWalletOptions,
  openWallet,
  pairingLink,
  preparePairing,
  resendRequest,
  startPairing,
  stopPairing,
} from './walletConnect/pairing.js';
export type {
  WalletConnectClient,
  WalletConnectConfig,
  WalletConnectEvent,
  WalletConnectHost,
  WalletConnectPeer,
  WalletConnectRelay,
} from './walletConnect/WalletConnectConfig.js';
export type {
  WalletConnectRequest,
  WalletConnectState,
  WalletConnectWallet,
} from './walletConnect/walletConnectState.js';
export { discover, preload, preloadWallets } from './wallets/preload.js';
export {
  currentPlatform,
  type LinkEnvironment,
  type LinkedWallet,
  linkEnvironment,
  type Platform,
  type WalletConnectLink,
  type WalletLink,
  walletConnectLinks,
  walletLink,
} from './wallets/walletLinks.js';
export {
  selectWallet,
  type WalletGroup,
  type WalletItem,
  walletItem,
  walletList,
} from './wallets/walletList.js';
