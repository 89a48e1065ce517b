import { type BaseError, isError } from '../../../protocol/BaseError.js';
import { type CatalogueCode, createError } from '../../../protocol/errors.js';

/** The visitor refused (EIP-1193). Other wallets with numeric errors use the same code. */
const USER_REJECTED = 4001;

// Wallet Standard defines no errors, and extensions of Polkadot have no codes: most refuse with only a message.
const REFUSAL =
  /\b(?:user|request|transaction|approval|signature|connection)\b.{0,20}\b(?:rejected|denied|declined|cancell?ed)\b|plugin closed/i;

/**
 * Converts a wallet's error to one of the catalogue: `refused` if the visitor refused, else `failed`, with the wallet's
 * error as cause. Catalogue errors are returned unchanged.
 */
export function walletError(cause: unknown, refused: CatalogueCode, failed: CatalogueCode): BaseError {
  if (isError(cause)) return cause;
  return createError(isRefusal(cause) ? refused : failed, { cause, details: messageOf(cause) });
}

function isRefusal(error: unknown): boolean {
  let current = error;
  for (let depth = 0; depth < 4 && typeof current === 'object' && current !== null; depth++) {
    const { code, message, cause } = current as Partial<Record<string, unknown>>;
    if (code === USER_REJECTED || (typeof message === 'string' && REFUSAL.test(message.slice(0, 400))))
      return true;
    current = cause;
  }
  return false;
}

function messageOf(error: unknown): string | undefined {
  return error instanceof Error && error.message ? error.message.slice(0, 400) : undefined;
}
