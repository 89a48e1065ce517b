import { isRefusalText } from '../../core/adapter/isRefusal.js';
import type { BaseError } from '../../protocol/BaseError.js';
import { createError } from '../../protocol/errors.js';
import { walletConnectError } from '../walletConnectError.js';

/** Why a side refuses or ends: a code and a message, as sent on the wire. */
export interface Reason {
  readonly code: number;
  readonly message: string;
}

/** The specification's reasons that this client sends. */
export const REASONS = {
  invalidUpdate: { code: 1003, message: 'Invalid update request' },
  unauthorizedMethod: { code: 3001, message: 'Unauthorized method.' },
  userRejected: { code: 5000, message: 'User rejected.' },
  userDisconnected: { code: 6000, message: 'User disconnected.' },
  settlementFailed: { code: 7000, message: 'Session settlement failed.' },
  requestExpired: { code: 8000, message: 'Session request expired.' },
} as const satisfies Record<string, Reason>;

/** Whether the visitor refused, by code (EIP-1193, WalletConnect) or, as some wallets do, by message. */
export function isRejection({ code, message }: Reason): boolean {
  return code === 4001 || (code >= 5000 && code <= 5003) || isRefusalText(message);
}

/**
 * Returns the error of a refused proposal or sign-in: CONNECTION_REJECTED if the visitor refused, else WC_PEER_REFUSED.
 */
export function refusedConnection(reason: Reason): BaseError {
  const options = {
    cause: reason,
    details: reason.message.slice(0, 200),
    context: { walletCode: reason.code },
  };
  return isRejection(reason)
    ? createError('CONNECTION_REJECTED', options)
    : walletConnectError('WC_PEER_REFUSED', options);
}
