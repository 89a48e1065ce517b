import { type BaseError, type BaseErrorOptions, isError } from '../../protocol/BaseError.js';
import { type ConnectionErrorCode, connectionError } from '../../protocol/connectionError.js';
import { USER_REJECTED, walletErrorCode } from './walletErrorCode.js';

/**
 * Converts a wallet's error to one of the catalogue: `refused` if the visitor refused, else `failed`, with the wallet's
 * error as cause and its code in the context. Catalogue errors are returned unchanged.
 *
 * @param failed - A connection error code, or a function that creates another error.
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
