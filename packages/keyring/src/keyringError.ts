import { BaseError, type BaseErrorOptions } from 'latchkit/protocol';

/** Errors inside the keyring. The host sees them only as INTERNAL, REJECTED or NOT_CONNECTED. */
export const KEYRING_ERRORS = {
  KEYRING_APPROVAL: 'The approval is not valid for this request',
  KEYRING_ENDED: 'The keyring has ended',
  KEYRING_FACTOR: 'The passkey or the password is not the one of this wallet',
  KEYRING_LOCKED: 'The wallet is locked',
  KEYRING_MISMATCH: 'The opened data does not match this wallet',
  KEYRING_NO_PRF: 'The passkey gives no key for the wallet',
  KEYRING_RANDOM: 'The source of random numbers is broken',
  KEYRING_REFUSED: 'The request cannot be signed',
} as const;

/** A code of {@link KEYRING_ERRORS}. */
export type KeyringErrorCode = keyof typeof KEYRING_ERRORS;

/** Creates the error with this code. Neither its message nor its context ever contains a secret. */
export function keyringError(code: KeyringErrorCode, options?: BaseErrorOptions): BaseError {
  return new BaseError(code, KEYRING_ERRORS[code], options);
}
