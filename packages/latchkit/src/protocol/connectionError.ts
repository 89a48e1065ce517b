import { BaseError, type BaseErrorOptions } from './BaseError.js';

/** The part of the error catalogue about connections: what a WalletConnect client raises of it without the rest. */
export const CONNECTION_MESSAGES = {
  CONNECTION_REJECTED: 'Connection rejected',
  CONNECTOR_CHAINS_MISMATCH: 'The connector does not support any of the requested chains',
  CONNECT_FIRST: 'Please call connect() before request()',
} as const;

/** Makes an error of the catalogue about a connection. */
export function connectionError(
  code: keyof typeof CONNECTION_MESSAGES,
  options?: BaseErrorOptions,
): BaseError {
  return new BaseError(code, CONNECTION_MESSAGES[code], options);
}
