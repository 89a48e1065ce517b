import { type BaseError, type BaseErrorOptions, isError } from '../../protocol/BaseError.js';
import { type ConnectionErrorCode, connectionError } from '../../protocol/connectionError.js';
import { USER_REJECTED, walletErrorCode } from './walletErrorCode.js';

/**
 * A wallet's error as one of the catalogue: `refused` when the visitor refused, else `failed`, with the wallet's error
 * as its cause and the wallet's code in its context. A catalogue error stays what it is.
 *
 * @param failed - A code of connecting; for another one what makes the error.
 */
export function walletError(
  cause: unknown,
  refused: ConnectionErrorCode,
  failed: ConnectionErrorCode | ((options: BaseErrorOptions) => BaseError),
): BaseError {
  if (isError(cause)) return cause;
  const walletCode = walletErrorCode(cause);
  const options = { cause, context: { walletCode } };
  if (walletCode === USER_REJECTED) return connectionError(refused, options);
  return typeof failed === 'function' ? failed(options) : connectionError(failed, options);
}
