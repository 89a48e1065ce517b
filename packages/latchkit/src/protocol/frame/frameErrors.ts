import { BaseError, type BaseErrorOptions } from '../BaseError.js';
import { FRAME_VERSIONS } from './frameVersion.js';

/**
 * Errors between a host page and the embedded wallet, by stable code. The texts are constants: they never contain input or a
 * server's response.
 */
export const FRAME_ERRORS = {
  ABORTED: 'Request was aborted',
  AMOUNT_CHANGED: 'What the amount of a token shows has changed or cannot be read again: nothing was signed',
  BAD_MESSAGE: 'The message is not valid',
  BUSY: 'Another request is in progress',
  CALLS_EXIST: 'Calls with this id were sent before',
  CALLS_NOT_ATOMIC: 'This account cannot run these calls as one',
  CALLS_NOT_FOUND: 'These calls are not known',
  CALLS_NOT_SUPPORTED: 'This account cannot send several calls as one request: send them one by one',
  CAPABILITY_NOT_SUPPORTED: 'The wallet lacks a capability that these calls need',
  COOLDOWN: 'Please try again later',
  DEVICE_DENIED: 'This device was not approved',
  FROZEN: 'This account is frozen',
  INTERNAL: 'An error occurred',
  KNOWN_DEVICE_REQUIRED: 'This login works only on devices that already have the wallet',
  LAST_LOGIN: 'The wallet has to keep its email address and one login that was added more than 72 hours ago',
  LINK_REQUIRED: 'This device has to be approved with a link in an email',
  LOCKED: 'Too many wrong codes',
  LOGIN_EXPIRED: 'The login has expired: start it again',
  LOGIN_REFUSED: 'The login was refused at the provider',
  LOGIN_TAKEN: 'This login has a wallet of its own',
  NOT_CONNECTED: 'Not signed in',
  OPERATION_FAILED: 'The transaction failed',
  OPERATION_REFUSED: 'The network did not accept the transaction: nothing was sent',
  ORIGIN_NOT_ALLOWED: 'unverified domain',
  OTP_EXPIRED: 'The code has expired',
  OTP_INVALID: 'The code is wrong',
  PASSED_ELSEWHERE: 'This browser did not send the cookie of this login',
  PASSWORD_LOCKED: 'Too many wrong passwords of the wallet',
  PERMISSION_EXPIRY: 'The permission has to end within 30 days',
  PERMISSION_KEY: 'The permission is for a key that cannot have it',
  PERMISSION_LIMIT: 'The permission has no limit, or too many periods',
  PERMISSION_NOT_FOUND: 'The permission is not known',
  PERMISSION_TARGET: 'The permission is for a contract that cannot have it',
  PERMISSION_TYPE: 'The permission has a type or limit that is not known',
  PERMISSION_UNBOUNDED: "Nothing bounds the fees that the permission's key could make the account pay",
  PERMISSION_UNREGISTERED: 'The permission is for a function that the owner of the site has not registered',
  POPUP_CLOSED: 'Popup closed',
  PROVIDER_CLOCK: "The login provider's clock and the wallet service's differ",
  PROVIDER_MISCONFIGURED: 'The login provider rejects the credentials of this project',
  PROVIDER_RESPONSE_INVALID: "The login provider's response is invalid",
  PROVIDER_UNAVAILABLE: 'This login provider is not available',
  RATE_LIMITED: 'Too many requests',
  REAUTH_REQUIRED: 'The login is too old for this: log out and log in again',
  RECOVERY_DELAYED: 'New browsers cannot open the wallet with this login yet',
  REJECTED: 'The request was rejected',
  SETTLED_DEVICE_REQUIRED: 'This browser is too new for this',
  SITE_BLOCKED: 'The visitor blocked the requests of this site',
  SITE_PAUSED: 'The visitor declined several requests of this site',
  SURFACE_UNAVAILABLE: 'The wallet window cannot be used on this page',
  TIMEOUT: 'The wallet did not respond in time',
  TOO_LARGE: 'The message is too large',
  UNSUPPORTED_METHOD: 'Requested RPC call is not allowed',
  UNSUPPORTED_VERSION: `Unsupported protocol version; supported: ${FRAME_VERSIONS.join(', ')}`,
  WINDOW_BLOCKED: 'The browser blocked the wallet window',
} as const;

/** A code of {@link FRAME_ERRORS}. */
export type FrameErrorCode = keyof typeof FRAME_ERRORS;

/** Message for an abort of anything but an RPC request. */
const OTHER_ABORT = 'Something went wrong';

/** Whether `code` may be sent between host and wallet. */
export function isFrameErrorCode(code: unknown): code is FrameErrorCode {
  return typeof code === 'string' && Object.hasOwn(FRAME_ERRORS, code);
}

/** Whether requests of this site wait at the visitor's will: a pause after they declined several, or their block. */
export function isSiteHeld(code: unknown): code is 'SITE_BLOCKED' | 'SITE_PAUSED' {
  return code === 'SITE_PAUSED' || code === 'SITE_BLOCKED';
}

/**
 * The text of a failed message.
 *
 * @param type - The message's name, for example `RPC_REQUEST`, whose aborts have their own text.
 * @param retryAfter - Seconds to wait, for `COOLDOWN`, `SITE_BLOCKED` and `SITE_PAUSED`.
 */
export function frameErrorText(code: FrameErrorCode, type?: string, retryAfter?: number): string {
  if (code === 'ABORTED' && type !== undefined && type !== 'RPC_REQUEST') return OTHER_ABORT;
  if (retryAfter === undefined) return FRAME_ERRORS[code];
  const wait = `Please try again after ${retryAfter} seconds`;
  if (code === 'COOLDOWN') return wait;
  return isSiteHeld(code) ? `${FRAME_ERRORS[code]}. ${wait}` : FRAME_ERRORS[code];
}

/**
 * Creates the error with this code; `COOLDOWN`, `LOCKED`, `PASSWORD_LOCKED`, `RATE_LIMITED`, `RECOVERY_DELAYED`, `SITE_BLOCKED`, `SITE_PAUSED` and `SETTLED_DEVICE_REQUIRED`, and `FROZEN` at a login, have
 * `context.retryAfter`, in seconds.
 */
export function frameError(code: FrameErrorCode, options?: BaseErrorOptions): BaseError {
  const { type, retryAfter } = options?.context ?? {};
  const text = frameErrorText(
    code,
    typeof type === 'string' ? type : undefined,
    typeof retryAfter === 'number' ? retryAfter : undefined,
  );
  return new BaseError(code, text, options);
}
