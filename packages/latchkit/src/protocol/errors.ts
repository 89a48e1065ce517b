import { BaseError, type BaseErrorOptions } from './BaseError.js';
import { CONNECTION_MESSAGES } from './connectionError.js';

/**
 * Every fixed message of the error catalogue, by code. The user interface has its own texts per code; these messages are for
 * developers.
 */
export const ERROR_MESSAGES = {
  ...CONNECTION_MESSAGES,
  ADDRESS_OR_AUTH_CONNECTOR_NOT_FOUND: 'Address or auth connector not found',
  AUTH_CONNECTOR_NOT_FOUND: 'No auth connector found',
  ALREADY_LOGGED_IN: 'A user is logged in. Log out first',
  BALANCE_UNAVAILABLE: 'The balance could not be read',
  CALLS_NOT_SUPPORTED: 'This account cannot send several calls as one request: send them one by one',
  CAIP_NETWORK_OR_ADDRESS_UNDEFINED: 'CaipNetwork or CaipAddress is undefined',
  CHAIN_ADAPTER_NOT_FOUND: 'Chain adapter not found',
  EMAIL_DEPENDENCY: 'Unable to load email login dependency',
  INVALID_ADDRESS: 'Invalid address',
  INVALID_COMMITMENT: 'Invalid preflight commitment',
  INVALID_EMAIL: 'Invalid email',
  INVALID_SIWX_MESSAGE: 'Invalid sign-in message',
  INVALID_TRANSACTION: 'Invalid transaction',
  MULTI_WALLET_NOT_ENABLED: 'Multi-Wallet Not Enabled',
  NOT_CONNECTED_TO_AUTH: 'Not connected to email or social',
  RATE_LIMITED: 'Rate Limited',
  SEND_AMOUNT_AND_RECEIVER_REQUIRED: 'An amount and receiver address are required',
  SEND_TOKEN_REQUIRED: 'A token is required',
  SEND_UNSUPPORTED_CHAIN: 'Unsupported chain',
  SERVER_ERROR: 'Server Error',
  SESSION_EXPIRED: 'Session Expired',
  SIGN_IN_DECLINED: 'Signature declined',
  SIGN_IN_FAILED: 'The signature could not be verified',
  SIGN_IN_SMART_ACCOUNT: 'This application might not support Smart Accounts',
  SIGN_IN_UNAVAILABLE: 'A problem occurred while trying initialize authentication',
  TRANSACTION_TIMEOUT: 'The transaction was not confirmed in time',
  RESOLVE_NAME_FAILED: 'Error resolving name',
  WALLET_CONNECT_CONNECTOR_NOT_FOUND: 'WalletConnectConnector not found',
  WAGMI_ESTIMATE_GAS: 'WagmiAdapter:estimateGas - error estimating gas',
  WAGMI_SIGN_MESSAGE: 'WagmiAdapter:signMessage - Sign message failed',
} as const;

/** A code of {@link ERROR_MESSAGES}. */
export type CatalogueCode = keyof typeof ERROR_MESSAGES;

/** Creates the catalogue's error with this code. */
export function catalogueError(code: CatalogueCode, options?: BaseErrorOptions): BaseError {
  return new BaseError(code, ERROR_MESSAGES[code], options);
}
