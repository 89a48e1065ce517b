import { BaseError, isError } from '../../../core/index.js';

/** Wraps the failure of an embedded wallet action in an error with a code. */
export function toError(cause: unknown): BaseError {
  return isError(cause) ? cause : new BaseError('INTERNAL', 'An error occurred', { cause });
}
