export type { NativeBalance } from '../core/index.js';
export { AccountButton, type AccountButtonProps } from './buttons/AccountButton.js';
export { ConnectButton, type ConnectButtonProps } from './buttons/ConnectButton.js';
export { NetworkButton, type NetworkButtonProps } from './buttons/NetworkButton.js';
export { type UseAccountParameters, type UseAccountReturnType, useAccount } from './hooks/useAccount.js';
export {
  type ConnectedEvent,
  type UseAccountEffectParameters,
  useAccountEffect,
} from './hooks/useAccountEffect.js';
export { type UseAlertsReturnType, useAlerts } from './hooks/useAlerts.js';
export { type UseBalanceParameters, type UseBalanceReturnType, useBalance } from './hooks/useBalance.js';
export { type UseConnectReturnType, useConnect } from './hooks/useConnect.js';
export { type UseConnectionsReturnType, useConnections } from './hooks/useConnections.js';
export { type UseDisconnectReturnType, useDisconnect } from './hooks/useDisconnect.js';
export { useEvents } from './hooks/useEvents.js';
export { type UseIdentityParameters, type UseIdentityReturnType, useIdentity } from './hooks/useIdentity.js';
export { useLatchkit } from './hooks/useLatchkit.js';
export { useLatchkitState } from './hooks/useLatchkitState.js';
export { type UseModalReturnType, useModal } from './hooks/useModal.js';
export { type UseNetworkParameters, type UseNetworkReturnType, useNetwork } from './hooks/useNetwork.js';
export { type UsePayReturnType, usePay } from './hooks/usePay.js';
export {
  type UsePendingTransactionsReturnType,
  usePendingTransactions,
} from './hooks/usePendingTransactions.js';
export { type UseProviderParameters, type UseProviderReturnType, useProvider } from './hooks/useProvider.js';
export {
  type UseRegisterAccountNameReturnType,
  useRegisterAccountName,
} from './hooks/useRegisterAccountName.js';
export type { RequestControls, RequestState } from './hooks/useRequest.js';
export { type UseSendCallsReturnType, useSendCalls } from './hooks/useSendCalls.js';
export { type UseSendTransactionReturnType, useSendTransaction } from './hooks/useSendTransaction.js';
export { type UseSessionParameters, type UseSessionReturnType, useSession } from './hooks/useSession.js';
export {
  type UseSetPreferredAccountReturnType,
  useSetPreferredAccount,
} from './hooks/useSetPreferredAccount.js';
export { type UseSignMessageReturnType, useSignMessage } from './hooks/useSignMessage.js';
export { type UseSignTypedDataReturnType, useSignTypedData } from './hooks/useSignTypedData.js';
export { type UseSwapReturnType, useSwap } from './hooks/useSwap.js';
export {
  type UseSwapQuoteParameters,
  type UseSwapQuoteReturnType,
  useSwapQuote,
} from './hooks/useSwapQuote.js';
export { type UseSwitchNetworkReturnType, useSwitchNetwork } from './hooks/useSwitchNetwork.js';
export { type UseThemeReturnType, useTheme } from './hooks/useTheme.js';
export {
  type UseWaitForCallsStatusParameters,
  type UseWaitForCallsStatusReturnType,
  useWaitForCallsStatus,
} from './hooks/useWaitForCallsStatus.js';
export {
  type UseWaitForTransactionParameters,
  type UseWaitForTransactionReturnType,
  useWaitForTransaction,
} from './hooks/useWaitForTransaction.js';
export { type UseWalletsReturnType, useWallets } from './hooks/useWallets.js';
export { LatchkitModal, type LatchkitModalProps } from './LatchkitModal.js';
export { LatchkitProvider, type LatchkitProviderProps } from './LatchkitProvider.js';
