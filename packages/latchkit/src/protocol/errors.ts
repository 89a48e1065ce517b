import { BaseError, type BaseErrorOptions } from './BaseError.js';

/**
 * The messages of errors for developers, by code; the user interface has its own texts. The button's chunk contains this table, so
 * an error that only one place in a later chunk creates has its message there.
 */
const ERROR_MESSAGES = {
  ADAPTER_NOT_FOUND: 'Adapter not found',
  AUTH_CONNECTOR_NOT_FOUND: 'No auth connector found',
  BALANCE_UNAVAILABLE: 'The balance could not be read',
  CAIP_NETWORK_OR_ADDRESS_UNDEFINED: 'CaipNetwork or CaipAddress is undefined',
  CAIP_NETWORK_UNDEFINED: 'CaipNetwork is undefined',
  CHAIN_ADAPTER_NOT_FOUND: 'Chain adapter not found',
  CHAIN_NOT_SUPPORTED: 'Chain is not supported',
  CLIENTS_NOT_SET: 'ConnectionControllerClient and NetworkControllerClient must be set',
  CONNECTION_REJECTED: 'Connection rejected',
  CONNECTOR_CANNOT_SWITCH: 'The connector cannot switch chains programmatically',
  CONNECTOR_CHAINS_MISMATCH: 'The connector does not support any of the requested chains',
  CONNECT_FIRST: 'Please call connect() before request()',
  DESTROYED: 'This Latchkit instance was destroyed',
  FAILED_TO_CONNECT: 'Failed to connect',
  FAILED_TO_DISCONNECT: 'Failed to disconnect',
  INVALID_ADDRESS: 'Invalid address',
  INVALID_EMAIL: 'Invalid email',
  INVALID_GATEWAY: 'The gateway has no valid address',
  INVALID_SIWX_MESSAGE: 'Invalid sign-in message',
  INVALID_TRANSACTION: 'Invalid transaction',
  MODAL_CLOSED: 'Modal closed',
  MULTI_WALLET_NOT_ENABLED: 'Multi-Wallet Not Enabled',
  NETWORK_NOT_FOUND: 'Network not found',
  PROVIDER_NOT_FOUND: 'Provider not found.',
  RATE_LIMITED: 'Rate Limited',
  REQUEST_FAILED: 'Request failed',
  REQUEST_REJECTED: 'Request rejected',
  REQUEST_TIMEOUT: 'Request timed out',
  RESOLVE_NAME_FAILED: 'Error resolving name',
  SEND_TOKEN_REQUIRED: 'A token is required',
  SEND_UNSUPPORTED_CHAIN: 'Unsupported chain',
  SERVER_ERROR: 'Server Error',
  SESSION_EXPIRED: 'Session Expired',
  SIGN_IN_FAILED: 'The signature could not be verified',
  SIGN_IN_SMART_ACCOUNT: 'This application might not support Smart Accounts',
  SIGN_IN_UNAVAILABLE: 'A problem occurred while trying initialize authentication',
  SIWE_AND_SIWX: 'Set siweConfig or siwx, not both',
  SWITCH_FAILED: 'Network switch failed',
  LOGIN_MISSING: 'No wallets and no embeddedWallet',
  TERMS_MISSING: 'legalCheckbox needs termsUrl or privacyUrl',
  SWITCH_REJECTED: 'Network switch rejected',
} as const;

/** A code of an error that {@link createError} creates. */
export type CatalogueCode = keyof typeof ERROR_MESSAGES;

/** Creates the catalogue's error with this code. */
export function createError(code: CatalogueCode, options?: BaseErrorOptions): BaseError {
  return new BaseError(code, ERROR_MESSAGES[code], options);
}
