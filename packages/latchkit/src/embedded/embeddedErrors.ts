import { BaseError, type BaseErrorOptions } from '../protocol/BaseError.js';
import type { EmbeddedErrorCode } from '../protocol/ErrorCode.js';

/** The messages of this room's own errors, by stable code; what the wallet page answers has the codes of `FRAME_ERRORS`. */
export const EMBEDDED_ERRORS = {
  /** The host has not loaded the wallet, or ended it [ERR-31]. */
  FRAME_NOT_SET: 'W3mFrame: iframe is not set',
  /** [ERR-32] */
  FRAME_LOAD_FAILED: 'The wallet page did not load',
} as const satisfies Record<EmbeddedErrorCode, string>;

/** Kinds of failures that a host's developer is told about; `context.kind` of the error [ERR-32] [ERR-33] [ERR-34]. */
export type FrameFailure = 'iframe_load_failed' | 'iframe_request_timeout' | 'unverified domain';

/** Makes the error with this code. */
export function embeddedError(code: EmbeddedErrorCode, options?: BaseErrorOptions): BaseError {
  return new BaseError(code, EMBEDDED_ERRORS[code], options);
}
