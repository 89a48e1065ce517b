import { BaseError, type BaseErrorOptions } from '../protocol/BaseError.js';
import type { EmbeddedErrorCode } from '../protocol/ErrorCode.js';

/** Messages of this layer's own errors, by stable code. Errors of the wallet page have the codes of `FRAME_ERRORS`. */
export const EMBEDDED_ERRORS = {
  /** The host has not loaded the wallet, or has ended it. */
  FRAME_NOT_SET: 'W3mFrame: iframe is not set',
  FRAME_LOAD_FAILED: 'The wallet page did not load',
  GATEWAY_TOO_OLD: 'The gateway is too old for logins in the tab itself',
  FARCASTER_NOT_CONNECTED: 'Failed to connect to farcaster',
  SOCIAL_NOT_STARTED: 'Failed to initiate social connection',
} as const satisfies Record<EmbeddedErrorCode, string>;

/** Kinds of failures reported to the host's developer, as `context.kind` of the error. */
export type FrameFailure = 'iframe_load_failed' | 'iframe_request_timeout' | 'unverified domain';

/** Creates the error with this code. */
export function embeddedError(code: EmbeddedErrorCode, options?: BaseErrorOptions): BaseError {
  return new BaseError(code, EMBEDDED_ERRORS[code], options);
}
