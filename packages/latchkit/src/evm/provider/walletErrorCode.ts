import { errorLayers, isRefusal } from '../../core/adapter/isRefusal.js';
import { type BaseError, type BaseErrorOptions, isError } from '../../protocol/BaseError.js';
import { type CatalogueCode, createError } from '../../protocol/errors.js';
import {
  DEFAULT_CODE,
  INVALID_CHAIN_ID,
  METHOD_NOT_FOUND,
  NOT_ATOMIC,
  REQUEST_WAITING,
  UNAUTHORISED,
  UNKNOWN_BATCH,
  UNRECOGNISED_CHAIN,
  UNSUPPORTED_CAPABILITY,
  UNSUPPORTED_METHOD,
  UPGRADE_REJECTED,
  USER_REJECTED,
} from './errorCodes.js';

const KNOWN: readonly unknown[] = [
  USER_REJECTED,
  UNAUTHORISED,
  UNSUPPORTED_METHOD,
  4900,
  4901,
  UNRECOGNISED_CHAIN,
  INVALID_CHAIN_ID,
  METHOD_NOT_FOUND,
  UNSUPPORTED_CAPABILITY,
  UNKNOWN_BATCH,
  UPGRADE_REJECTED,
  NOT_ATOMIC,
  REQUEST_WAITING,
];

/**
 * Returns the code of a wallet's error, also from errors that libraries wrap around it and from `data.originalError`,
 * which mobile wallets use; 4001 for a refusal without it; 5000 if none is known.
 */
export function walletErrorCode(error: unknown): number {
  for (const layer of errorLayers(error)) {
    if (typeof layer === 'string') continue;
    if (KNOWN.includes(layer.code)) return layer.code as number;
  }
  return isRefusal(error) ? USER_REJECTED : DEFAULT_CODE;
}

/**
 * Converts a wallet's error to one of the catalogue: `refused` if the visitor refused, else `failed`, with the wallet's
 * error as cause and its code in the context. Catalogue errors are returned unchanged.
 *
 * @param failed - A connection error code, or a function that creates another error.
 */
export function walletError(
  cause: unknown,
  refused: CatalogueCode,
  failed: CatalogueCode | ((options: BaseErrorOptions) => BaseError),
): BaseError {
  if (isError(cause)) return cause;
  const walletCode = walletErrorCode(cause);
  const options = { cause, context: { walletCode } };
  if (walletCode === USER_REJECTED) return createError(refused, options);
  return typeof failed === 'function' ? failed(options) : createError(failed, options);
}
