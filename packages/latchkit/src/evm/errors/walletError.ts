import { type BaseError, isError } from '../../protocol/BaseError.js';
import { catalogueError, type ErrorCode } from '../../protocol/errors.js';
import { USER_REJECTED, walletErrorCode } from './walletErrorCode.js';

/**
 * A wallet's error as one of the catalogue: `refused` when the visitor refused, else `failed`, with the wallet's error
 * as its cause and the wallet's code in its context. A catalogue error stays what it is.
 */
export function walletError(cause: unknown, refused: ErrorCode, failed: ErrorCode): BaseError {
  if (isError(cause)) return cause;
  const walletCode = walletErrorCode(cause);
  return catalogueError(walletCode === USER_REJECTED ? refused : failed, { cause, context: { walletCode } });
}
