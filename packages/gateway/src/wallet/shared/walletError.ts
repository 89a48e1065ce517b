import { WALLET_ERRORS, type WalletErrorCode } from 'latchkit/protocol';
import { type ErrorStatus, HttpError } from '../../platform/http/HttpError.js';

/** HTTP status of each code that is not 403. */
const STATUS: Readonly<Partial<Record<WalletErrorCode, ErrorStatus>>> = {
  APPROVAL_INVALID: 404,
  COOLDOWN: 429,
  EPOCH_CONFLICT: 409,
  HALF_INVALID: 400,
  INVALID_DPOP_PROOF: 401,
  INVALID_SESSION: 401,
  LETTER_EXISTS: 409,
  LOGIN_NOT_FOUND: 404,
  MAIL_UNAVAILABLE: 503,
  PEER_UNAVAILABLE: 503,
  PROOF_OF_KEYS_INVALID: 400,
  REFRESH_REUSED: 401,
  SECOND_CONFIRMATION_REQUIRED: 409,
  SECOND_WALLET_EXISTS: 409,
  SHARE_NOT_FOUND: 404,
  USE_DPOP_NONCE: 401,
  WALLET_EXISTS: 409,
  WALLET_NOT_FOUND: 404,
};

/** Creates an error with the code's constant message. `cause` is never sent. */
export function walletError(code: WalletErrorCode, cause?: unknown): HttpError {
  return new HttpError(STATUS[code] ?? 403, code, WALLET_ERRORS[code], { cause });
}

/** The error for a new installation within 24 hours of a change of the address, with the seconds to wait. */
export function recoveryDelayed(opensAt: Date): HttpError {
  return delayed('RECOVERY_DELAYED', opensAt);
}

/** The error for an export while it waits, with the seconds to wait. */
export function exportDelayed(opensAt: Date): HttpError {
  return delayed('EXPORT_DELAYED', opensAt);
}

/** The error for whatever a frozen wallet does not do, with the seconds until the freeze ends. */
export function walletFrozen(until: Date): HttpError {
  return delayed('FROZEN', until);
}

/**
 * The error for a device that has not opened the wallet for 24 hours.
 *
 * @param settlesAt - When it will have. Undefined: it has no share of the wallet.
 */
export function settledDeviceRequired(settlesAt: Date | undefined): HttpError {
  return settlesAt === undefined
    ? walletError('SETTLED_DEVICE_REQUIRED')
    : delayed('SETTLED_DEVICE_REQUIRED', settlesAt);
}

function delayed(code: WalletErrorCode, until: Date): HttpError {
  const retryAfter = Math.max(1, Math.ceil((until.getTime() - Date.now()) / 1_000));
  return new HttpError(403, code, WALLET_ERRORS[code], { context: { retryAfter } });
}

/** The error for a login whose provider cannot be asked now, with the seconds to wait if it named them. */
export function providerUnavailable(retryAfter?: number): HttpError {
  const context = retryAfter === undefined ? {} : { retryAfter };
  return new HttpError(403, 'PROVIDER_UNAVAILABLE', WALLET_ERRORS.PROVIDER_UNAVAILABLE, { context });
}

/** The error for a call within the cooldown, with the seconds to wait. */
export function cooldownError(milliseconds: number): HttpError {
  const retryAfter = Math.max(1, Math.ceil(milliseconds / 1_000));
  return new HttpError(429, 'COOLDOWN', `Please try again after ${retryAfter} seconds`, {
    context: { retryAfter },
  });
}
