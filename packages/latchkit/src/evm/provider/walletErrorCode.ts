import { errorLayers, isRefusal } from '../../core/adapter/isRefusal.js';
import { type BaseError, type BaseErrorOptions, isError } from '../../protocol/BaseError.js';
import { type CatalogueCode, createError } from '../../protocol/errors.js';

/** The visitor refused (EIP-1193). */
export const USER_REJECTED = 4001;
/** The page may not do this (EIP-1193). */
const UNAUTHORISED = 4100;
/** The wallet does not know the method (EIP-1193). */
export const UNSUPPORTED_METHOD = 4200;
/** The method does not exist (JSON-RPC). */
export const METHOD_NOT_FOUND = -32601;
/** A capability that is not optional is not supported (EIP-5792). */
export const UNSUPPORTED_CAPABILITY = 5700;
/** The wallet knows no batch with this id (EIP-5792). */
export const UNKNOWN_BATCH = 5730;
/** The visitor refused the upgrade that would let the account run calls as one (EIP-5792). */
export const UPGRADE_REJECTED = 5750;
/** The wallet cannot run calls as one (EIP-5792). */
export const NOT_ATOMIC = 5760;
/** The wallet does not know the chain. */
export const UNRECOGNISED_CHAIN = 4902;
/** A request of the page already waits in the wallet (EIP-1474: the resource is not available). */
export const REQUEST_WAITING = -32002;
/** The code of errors without a known one. */
export const DEFAULT_CODE = 5000;
/** The chain id is invalid. Positive, as in the product specification. */
export const INVALID_CHAIN_ID = 32603;

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
