import { BaseError, isError } from '../../../core/index.js';
import { isLongLimit } from './isLongLimit.js';

/** Errors after which a login can't continue: the visitor must start a new one. */
const ENDING: readonly string[] = [
  'DEVICE_DENIED',
  'FROZEN',
  'LOCKED',
  'PASSWORD_LOCKED',
  'RECOVERY_DELAYED',
];

/** Whether a login or a change of the email address has ended with this error. */
export function isEnding(error: BaseError | undefined): boolean {
  return error !== undefined && (ENDING.includes(error.code) || isLongLimit(error));
}

/** Wraps the failure of an embedded wallet action in an error with a code. */
export function toError(cause: unknown): BaseError {
  return isError(cause) ? cause : new BaseError('INTERNAL', 'An error occurred', { cause });
}
