import { type BaseError, isError } from '../../../protocol/BaseError.js';
import { type CatalogueCode, createError } from '../../../protocol/errors.js';
import { isRefusal } from '../isRefusal.js';

/**
 * Converts a wallet's error to one of the catalogue: `refused` if the visitor refused, else `failed`, with the wallet's
 * error as cause. Catalogue errors are returned unchanged.
 */
export function walletError(cause: unknown, refused: CatalogueCode, failed: CatalogueCode): BaseError {
  if (isError(cause)) return cause;
  return createError(isRefusal(cause) ? refused : failed, { cause, details: messageOf(cause) });
}

function messageOf(error: unknown): string | undefined {
  return error instanceof Error && error.message ? error.message.slice(0, 400) : undefined;
}
