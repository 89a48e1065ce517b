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

/** Codes of errors with their own class or message. */
type SingleErrorCode =
  | 'ADAPTER_FOR_NAMESPACE_NOT_FOUND'
  | 'INVALID_ANSWER'
  | 'INVALID_CAIP_ADDRESS'
  | 'INVALID_CAIP_NETWORK_ID'
  | 'NO_LATCHKIT_PROVIDER'
  | 'NO_RPC_URL'
  | 'SERVICE_ERROR'
  | 'TRANSACTION_REVERTED'
  | 'WALLET_CAPABILITIES'
  | 'WC_NO_RELAY';

/** Every error code that Latchkit uses in a page. */
export type ErrorCode =
  | CatalogueCode
  | EmbeddedErrorCode
  | FrameErrorCode
  | SingleErrorCode
  | WalletConnectErrorCode;
