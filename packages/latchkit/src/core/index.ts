// Import leaf files: some bundlers cannot tree-shake the schemas of protocol/index.js.

export { BaseError, isError, type LatchkitError } from '../protocol/BaseError.js';
export {
  type CaipAddress,
  type ChainId,
  type ChainNamespace,
  parseCaipAddress,
  parseChainId,
} from '../protocol/caip.js';
export { formatBalance } from '../protocol/display.js';
export type { ErrorCode } from '../protocol/ErrorCode.js';
export { formatUnits } from '../protocol/formatUnits.js';
export type { AccountTransaction, TransactionTransfer } from '../protocol/gateway/history.js';
export type { NameChange, NameSuggestions } from '../protocol/gateway/profile.js';
export type { AccountSignIn } from '../protocol/gateway/signIns.js';
export type { WalletListing } from '../protocol/gateway/walletListing.js';
export { shortenAddress } from '../protocol/shortenAddress.js';
export type { SiwxMessage } from '../protocol/siwx/SiwxMessage.js';
export type { ActivityEntry, ActivityState } from './activity/activityState.js';
export { type LoadActivityOptions, loadActivity } from './activity/loadActivity.js';
export type {
  BatchReference,
  Call,
  CallReceipt,
  CallsRequest,
  CallsStatus,
  SentCalls,
} from './adapter/Calls.js';
export type {
  AccountDetails,
  AccountReference,
  AdapterConnection,
  AdapterEvent,
  AdapterHost,
  Balance,
  ChainAdapter,
  ConnectRequest,
  TypedData,
} from './adapter/ChainAdapter.js';
export type { Connector, ConnectorType, InstanceWallet } from './adapter/Connector.js';
export type { CaipNetwork, NamespaceOf, NetworkIdOf } from './adapter/Network.js';
export type {
  GrantRequest,
  PermissionGrant,
  PermissionRequest,
  PermissionTerms,
  RevokeRequest,
} from './adapter/Permissions.js';
export type {
  AddressOf,
  Eip1193Provider,
  ProviderOf,
  StandardAccount,
  StandardWallet,
} from './adapter/ProviderOf.js';
export { type ShownAmount, shownQuantity, type TokenBalance } from './adapter/TokenBalance.js';
export type {
  EvmTransaction,
  PreflightCommitment,
  PreparedTransfer,
  SentTransaction,
  SerializedTransaction,
  Simulation,
  TransactionOutcome,
  TransactionReceipt,
  TransactionRequest,
  TransferRequest,
} from './adapter/Transaction.js';
export { setAnalyticsConsent } from './analytics/analyticsConsent.js';
export { type FetchBalanceOptions, fetchBalance, type NativeBalance } from './balances/fetchBalance.js';
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
  type ReadOptions,
} from './connection/account.js';
export { getProvider } from './connection/activeConnection.js';
export { addNetwork, removeNetwork } from './connection/addNetwork.js';
export {
  type ConnectOptions,
  type ConnectReturnType,
  cancelConnect,
  connect,
} from './connection/connect.js';
export type { ConnectedState, ConnectionState, ConnectionStatus } from './connection/connectionState.js';
export {
  type DeleteConnectionOptions,
  type DisconnectOptions,
  deleteConnection,
  disconnect,
} from './connection/disconnect.js';
export { requestConnection } from './connection/requestConnection.js';
export {
  getRecentConnectors,
  type SwitchConnectionOptions,
  switchConnection,
} from './connection/switchConnection.js';
export { type SwitchNetworkOptions, switchNetwork } from './connection/switchNetwork.js';
export { watchAccount } from './connection/watchAccount.js';
export { createLatchkit } from './createLatchkit.js';
export type { DirectoryQuery, DirectoryState } from './directory/directoryState.js';
export type {
  EmailLoginResult,
  EmailUpdateResult,
  EmbeddedWalletConfig,
  EmbeddedWalletFlow,
} from './embeddedWallet/EmbeddedWalletConfig.js';
export {
  awaitEmailDevice,
  cancelEmailLogin,
  resendEmailCode,
  startEmailLogin,
  submitEmailCode,
} from './embeddedWallet/emailLogin.js';
export {
  cancelEmailUpdate,
  confirmCurrentEmail,
  confirmNewEmail,
  startEmailUpdate,
} from './embeddedWallet/emailUpdate.js';
export type {
  EmailLoginState,
  EmailLoginStep,
  EmailUpdateState,
  EmailUpdateStep,
  EmbeddedWalletState,
  SiteHold,
  SocialLoginLink,
  SocialLoginState,
  SocialLoginStep,
} from './embeddedWallet/embeddedWalletState.js';
export { startFarcasterLogin } from './embeddedWallet/farcasterLogin.js';
export {
  type SetPreferredAccountOptions,
  type SetPreferredAccountReturnType,
  setPreferredAccount,
} from './embeddedWallet/preferredAccount.js';
export {
  cancelSocialLogin,
  leaveForSocialLogin,
  resendSocialLink,
  startSocialLogin,
} from './embeddedWallet/socialLogin.js';
export { connectBrowserWallet, manageWallet } from './embeddedWallet/walletWindow.js';
export { refreshIdentity } from './identity/refreshIdentity.js';
export { resolveName } from './identity/resolveName.js';
export type { Alert, AlertKey } from './kernel/alerts.js';
export type { GatewayClock } from './kernel/gatewayClock.js';
export { getLogs, type LogEntry } from './kernel/logs.js';
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
  ModalOptions,
  PopupSocial,
  RemoteFeatures,
  SocialProvider,
  ThemeMode,
  WalletListOptions,
} from './LatchkitOptions.js';
export type { LatchkitState, NamespaceState, Toast, TransactionStep } from './LatchkitState.js';
export { type CloseOptions, closeModal } from './modal/closeModal.js';
export type { ModalState } from './modal/modalState.js';
export { type OpenableView, type OpenOptions, openModal } from './modal/openModal.js';
export { setThemeMode, setThemeVariables } from './modal/theme.js';
export type { SwapArguments, View, ViewName } from './modal/View.js';
export {
  fetchNames,
  type NameOrderToSign,
  type NamesOfAddress,
  type NameToRegister,
  prepareRegistration,
  registerName,
  type SignedRegistration,
  suggestNames,
} from './names/nameService.js';
export type { NameRegistration, NamesState } from './names/namesState.js';
export {
  changeAccountName,
  type RegisterAccountNameOptions,
  registerAccountName,
} from './names/registerAccountName.js';
export { defineNetwork, type NetworkInput } from './networks/defineNetwork.js';
export type {
  OnrampProvider,
  OnrampQuote,
  OnrampState,
  PaymentCurrency,
  PaymentMethod,
  PurchaseCurrency,
  PurchaseNetwork,
  PurchaseOrder,
} from './onramp/OnrampState.js';
export type { PaymentReceipt, PaymentTerms, PayOption, PayState } from './pay/PayState.js';
export { type PayOptions, pay } from './pay/pay.js';
export type { SendState } from './send/sendState.js';
export type {
  SignIn,
  SignInAccount,
  SignInConfig,
  SignInContext,
  SiwxParameters,
  SiwxSession,
  WalletConnectSignIn,
} from './signIn/SignInConfig.js';
export { cancelSignIn, getSession, type SignInOptions, signIn, signOut } from './signIn/signIn.js';
export type { SignInRequest, SignInState, SignInStep } from './signIn/signInState.js';
export { listSignIns, revokeSignIn } from './signIn/signIns.js';
export {
  type GrantPermissionsOptions,
  grantPermissions,
  type ListedPermission,
  listPermissions,
  type RevokePermissionsOptions,
  revokePermissions,
} from './smartAccounts/permissions.js';
export { type QuoteSwapOptions, quoteSwap } from './swap/quoteSwap.js';
export { type SwapOptions, type SwapResult, swap } from './swap/swap.js';
export { listSwapApprovals, removeSwapApproval, type SwapApproval } from './swap/swapApprovals.js';
export type {
  SwapAsset,
  SwapHop,
  SwapQuote,
  SwapRun,
  SwapStage,
  SwapState,
  SwapToken,
} from './swap/swapState.js';
export type { TrackedTransaction } from './transactions/TrackedTransaction.js';
export {
  TransactionRevertedError,
  type WaitForTransactionOptions,
  waitForTransaction,
} from './transactions/waitForTransaction.js';
export {
  CallsFailedError,
  type CallsStatusOptions,
  getCallsStatus,
  type SendCallsOptions,
  type SendCallsReturnType,
  sendCalls,
  showCallsStatus,
  type WaitForCallsStatusOptions,
  waitForCallsStatus,
} from './walletActions/calls.js';
export { getCapabilities } from './walletActions/capabilities.js';
export {
  type EstimateGasOptions,
  estimateGas,
  type SendTransactionOptions,
  sendTransaction,
} from './walletActions/sendTransaction.js';
export {
  type SignMessageOptions,
  type SignTypedDataOptions,
  signMessage,
  signTypedData,
} from './walletActions/signMessage.js';
export { startPairing, stopPairing } from './walletConnect/pairing.js';
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
export { discoverWallets } from './wallets/preload.js';
export { getWallets, type WalletGroup, type WalletItem } from './wallets/walletList.js';
