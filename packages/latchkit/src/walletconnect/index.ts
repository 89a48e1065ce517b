export type { RelayEntry } from '../core/walletConnect/RelayEntry.js';
export { createDappClient, type DappClient } from './dapp/createDappClient.js';
export type { AuthenticationOptions, Proposal, ProposeOptions } from './dapp/propose.js';
export type { SessionCall } from './dapp/sendRequest.js';
export type { WalletConnectOptions } from './kit/WalletConnectOptions.js';
export { type KeepPairingOptions, type KeptPairing, keepPairing } from './pairing/keepPairing.js';
export { makePairingUri, type Pairing, parsePairingUri } from './pairing/pairingUri.js';
export { createEip1193, type Eip1193 } from './provider/createEip1193.js';
export { createUniversalProvider } from './provider/createUniversalProvider.js';
export type { ChainRequest } from './provider/ProviderContext.js';
export type { ProviderEvents } from './provider/ProviderEvents.js';
export type {
  ConnectAuthentication,
  UniversalConnectOptions,
  UniversalProvider,
  UniversalProviderOptions,
} from './provider/UniversalProvider.js';
export { type WagmiConnectorOptions, wagmiConnector } from './provider/wagmiConnector.js';
export type { RelaySocket, SocketFactory } from './relay/RelaySocket.js';
export type { RelayStatus } from './relay/RelayStatus.js';
export type { AuthPayload, Cacao, CacaoPayload } from './session/Cacao.js';
export { formatAuthMessage } from './session/formatAuthMessage.js';
export type { Metadata } from './session/Metadata.js';
export type {
  ProposalNamespace,
  ProposalNamespaces,
  SessionNamespace,
  SessionNamespaces,
} from './session/Namespaces.js';
export { ProviderRpcError } from './session/ProviderRpcError.js';
export type { Reason } from './session/Reason.js';
export type { Participant, Session } from './session/Session.js';
export type { SignClient } from './session/SignClient.js';
export type {
  AuthenticationRequest,
  CommonEvents,
  DappEvents,
  SessionProposal,
  SessionRequest,
  WalletEvents,
} from './session/SignEvents.js';
export type { SignOptions } from './session/SignOptions.js';
export type { Approval, ApprovedSession } from './wallet/approve.js';
export { createWalletClient, type RequestAnswer, type WalletClient } from './wallet/createWalletClient.js';
export { namespacesToApprove, type WalletNamespace } from './wallet/namespacesToApprove.js';
export { payloadToSign } from './wallet/payloadToSign.js';
export { walletConnect } from './walletConnect.js';
