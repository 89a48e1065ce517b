import { BaseError, type BaseErrorOptions } from '../protocol/BaseError.js';
import type { WalletConnectErrorCode } from '../protocol/ErrorCode.js';

/** The messages of this layer's own errors, by stable code. */
export const WALLET_CONNECT_MESSAGES = {
  WC_ACCOUNT_NOT_APPROVED: 'The wallet has not approved this chain or account',
  WC_CALL_STATUS_NOT_APPROVED: 'Fetching call status not approved by the wallet.',
  WC_CLOSED: 'The WalletConnect client was closed',
  WC_INVALID_AUTHENTICATION: 'The wallet answered sign-in with something that does not verify',
  WC_INVALID_NAMESPACES: 'The namespaces do not fit together',
  WC_INVALID_URI: 'The text is no WalletConnect link',
  WC_NOT_INITIALIZED: 'Sign Client not initialized',
  WC_NO_MATCHING_KEY: 'No matching key',
  WC_PAIRING_EXPIRED: 'The WalletConnect link has expired',
  WC_PEER_REFUSED: 'The other side refused',
  WC_PROPOSAL_EXPIRED: 'The wallet did not answer the connection proposal in time',
  WC_RELAY_REFUSED: 'The relay refused',
  WC_RELAY_TIMEOUT: 'The relay did not answer in time',
  WC_RELAY_UNREACHABLE: 'The relay cannot be reached',
  WC_REQUEST_EXPIRED: 'The wallet did not answer the request in time',
  WC_SESSION_ENDED: 'The session with the wallet has ended',
  WC_SWITCH_NOT_APPROVED: 'The wallet has not approved this chain, nor adding chains',
} as const satisfies Record<WalletConnectErrorCode, string>;

/** Creates the error with this code. */
export function walletConnectError(code: WalletConnectErrorCode, options?: BaseErrorOptions): BaseError {
  return new BaseError(code, WALLET_CONNECT_MESSAGES[code], options);
}
