import { BaseError, type BaseErrorOptions } from './BaseError.js';
import { EARLY_MESSAGES } from './earlyError.js';

/** The messages of the error catalogue that connecting needs; a separate part to keep that chunk small. */
export const CONNECTION_MESSAGES = {
  ...EARLY_MESSAGES,
  ADAPTER_NOT_FOUND: 'Adapter not found',
  CONNECTION_REJECTED: 'Connection rejected',
  CONNECTOR_CHAINS_MISMATCH: 'The connector does not support any of the requested chains',
  CONNECTOR_CANNOT_SWITCH: 'The connector cannot switch chains programmatically',
  CONNECT_FIRST: 'Please call connect() before request()',
  FAILED_TO_DISCONNECT: 'Failed to disconnect',
  MODAL_CLOSED: 'Modal closed',
  NETWORK_NOT_FOUND: 'Network not found',
  REQUEST_REJECTED: 'Request rejected',
  REQUEST_TIMEOUT: 'Request timed out',
  SWITCH_REJECTED: 'Network switch rejected',
  SWITCH_FAILED: 'Network switch failed',
} as const;

/** A code of {@link CONNECTION_MESSAGES}. */
export type ConnectionErrorCode = keyof typeof CONNECTION_MESSAGES;

/** Creates an error of {@link CONNECTION_MESSAGES}. */
export function connectionError(code: ConnectionErrorCode, options?: BaseErrorOptions): BaseError {
  return new BaseError(code, CONNECTION_MESSAGES[code], options);
}
