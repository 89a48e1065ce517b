import type { BaseError } from '../../protocol/BaseError.js';
import { type FrameErrorCode, isFrameErrorCode } from '../../protocol/frame/frameErrors.js';

/** Numeric codes of EIP-1193, EIP-1474 and EIP-5792. An abort counts as a refusal, like closing a wallet's window. */
const NUMBERS: { readonly [K in FrameErrorCode]?: number } = {
  ABORTED: 4001,
  REJECTED: 4001,
  NOT_CONNECTED: 4100,
  REAUTH_REQUIRED: 4100,
  CALLS_NOT_SUPPORTED: 4200,
  UNSUPPORTED_METHOD: 4200,
  CAPABILITY_NOT_SUPPORTED: 5700,
  CALLS_EXIST: 5720,
  CALLS_NOT_FOUND: 5730,
  CALLS_NOT_ATOMIC: 5760,
  BAD_MESSAGE: -32602,
  TOO_LARGE: -32602,
  BUSY: -32005,
  COOLDOWN: -32005,
  RATE_LIMITED: -32005,
  SITE_BLOCKED: -32005,
  SITE_PAUSED: -32005,
};
const INTERNAL = -32603;

/**
 * The error that the embedded wallet's provider rejects with.
 *
 * @see https://eips.ethereum.org/EIPS/eip-1193#provider-errors
 */
export class ProviderRpcError extends Error {
  override readonly name = 'ProviderRpcError';
  readonly code: number;
  /**
   * The stable code of `FRAME_ERRORS` and, if the wallet named them, seconds to wait and the reason of OPERATION_REFUSED or
   * OPERATION_FAILED (`OPERATION_PROBLEMS`).
   */
  readonly data: { readonly code: string; readonly retryAfter?: number; readonly reason?: string };

  constructor(cause: BaseError) {
    super(cause.message, { cause });
    const { code, context } = cause;
    this.code = isFrameErrorCode(code) ? (NUMBERS[code] ?? INTERNAL) : INTERNAL;
    this.data = {
      code,
      ...(typeof context.retryAfter === 'number' ? { retryAfter: context.retryAfter } : {}),
      ...(typeof context.reason === 'string' ? { reason: context.reason } : {}),
    };
  }
}
