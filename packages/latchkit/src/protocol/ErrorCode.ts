import type { CatalogueCode } from './errors.js';
import type { FrameErrorCode } from './frame/frameErrors.js';

/** Error codes of the WalletConnect client. */
export type WalletConnectErrorCode =
  | 'WC_ACCOUNT_NOT_APPROVED'
  | 'WC_CALL_STATUS_NOT_APPROVED'
  | 'WC_CLOSED'
  | 'WC_INVALID_AUTHENTICATION'
  | 'WC_INVALID_NAMESPACES'
  | 'WC_INVALID_URI'
  | 'WC_NOT_INITIALIZED'
  | 'WC_NO_MATCHING_KEY'
  | 'WC_PAIRING_EXPIRED'
  | 'WC_PEER_REFUSED'
  | 'WC_PROPOSAL_EXPIRED'
  | 'WC_RELAY_REFUSED'
  | 'WC_RELAY_TIMEOUT'
  | 'WC_RELAY_UNREACHABLE'
  | 'WC_REQUEST_EXPIRED'
  | 'WC_SESSION_ENDED'
  | 'WC_SWITCH_NOT_APPROVED';

/** Error codes of the embedded wallet in the page, besides the wallet's own codes. */
export type EmbeddedErrorCode =
  | 'FARCASTER_NOT_CONNECTED'
  | 'FRAME_LOAD_FAILED'
  | 'FRAME_NOT_SET'
  | 'SOCIAL_NOT_STARTED';

/** Codes of errors that one place creates. */
type SingleErrorCode =
  | 'ADDRESS_OR_AUTH_CONNECTOR_NOT_FOUND'
  | 'ADAPTER_FOR_NAMESPACE_NOT_FOUND'
  | 'ALREADY_LOGGED_IN'
  | 'CALLS_FAILED'
  | 'CALLS_NOT_ATOMIC'
  | 'CALLS_NOT_FOUND'
  | 'CAPABILITY_NOT_SUPPORTED'
  | 'EMAIL_DEPENDENCY'
  | 'FRAME_NOT_VERIFIED'
  | 'GAS_PRICE_UNSUPPORTED_CHAIN'
  | 'INVALID_ANSWER'
  | 'INVALID_CAIP_ADDRESS'
  | 'INVALID_CAIP_NETWORK_ID'
  | 'INVALID_COMMITMENT'
  | 'INVALID_NAME'
  | 'NAMES_OF_ADDRESS_FAILED'
  | 'NAME_SUGGESTIONS_FAILED'
  | 'NOT_CONNECTED_TO_AUTH'
  | 'NO_LATCHKIT_PROVIDER'
  | 'NO_RPC_URL'
  | 'PERMISSIONS_NOT_SUPPORTED'
  | 'REGISTER_NAME_FAILED'
  | 'SEND_AMOUNT_AND_RECEIVER_REQUIRED'
  | 'SERVICE_ERROR'
  | 'SIGN_IN_DECLINED'
  | 'SWAP_ACCOUNT_CHANGED'
  | 'SWAP_APPROVAL_FAILED'
  | 'SWAP_DISCONNECTED'
  | 'SWAP_INCOMPLETE'
  | 'SWAP_PENDING'
  | 'SWAP_PRICE_CHANGED'
  | 'SWAP_ROUTE_NOT_FOUND'
  | 'SWAP_UNSUPPORTED_CHAIN'
  | 'SWAP_WOULD_FAIL'
  | 'TOKEN_NOT_FOUND'
  | 'TRANSACTION_REVERTED'
  | 'TRANSACTION_TIMEOUT'
  | 'WAGMI_ESTIMATE_GAS'
  | 'WAGMI_SIGN_MESSAGE'
  | 'WALLET_CAPABILITIES'
  | 'WALLET_CONNECT_CONNECTOR_NOT_FOUND'
  | 'WC_NO_RELAY';

/** Every error code that Latchkit uses in a page. */
export type ErrorCode =
  | CatalogueCode
  | EmbeddedErrorCode
  | FrameErrorCode
  | SingleErrorCode
  | WalletConnectErrorCode;
