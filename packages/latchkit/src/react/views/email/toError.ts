import { BaseError, isError } from '../../../core/index.js';

/** What an action of the embedded wallet failed with, as an error with a code. */
export function toError(cause: unknown): BaseError {
  return isError(cause) ? cause : new BaseError('INTERNAL', 'An error occurred', { cause });
}
