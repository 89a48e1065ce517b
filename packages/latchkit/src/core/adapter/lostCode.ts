import type { BaseError } from '../../protocol/BaseError.js';
import { createError } from '../../protocol/errors.js';

/** The details of the error. */
export const LOST_CODE = 'Code did not load. Did a new build remove its files?';

/** Tells the developer why code did not load, and returns the error. The visitor has to reload the page: browsers keep failed modules. */
export function lostCode(cause: unknown): BaseError {
  console.error(`[latchkit] ${LOST_CODE}`, cause);
  return createError('REQUEST_FAILED', { cause, details: LOST_CODE });
}
