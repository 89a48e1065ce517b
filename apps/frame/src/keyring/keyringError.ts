import { BaseError, type BaseErrorOptions } from 'latchkit/protocol';

/** What can go wrong inside of the keyring. The host hears of none of it: to it they are INTERNAL, REJECTED or NOT_CONNECTED. */
export const KEYRING_ERRORS = {
  KEYRING_APPROVAL: 'The approval is not for this request',
  KEYRING_ENDED: 'The keyring has ended',
  KEYRING_LOCKED: 'The wallet is locked',
  KEYRING_MISMATCH: 'What was opened is not this wallet',
  KEYRING_RANDOM: 'The source of random numbers is broken',
  KEYRING_REFUSED: 'The request cannot be signed',
} as const;

/** A code of {@link KEYRING_ERRORS}. */
export type KeyringErrorCode = keyof typeof KEYRING_ERRORS;

/** Makes the error with this code. Neither its text nor its context ever holds a secret. */
export function keyringError(code: KeyringErrorCode, options?: BaseErrorOptions): BaseError {
  return new BaseError(code, KEYRING_ERRORS[code], options);
}
