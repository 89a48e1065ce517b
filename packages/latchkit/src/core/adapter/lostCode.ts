import type { BaseError } from '../../protocol/BaseError.js';
import { createError } from '../../protocol/errors.js';

const REASON = 'Code did not load. Did a new build remove its files?';

/** Tells the developer why code did not load, and returns the error. The visitor has to reload the page: browsers keep failed modules. */
export function lostCode(cause: unknown): BaseError {
  console.error(`[latchkit] ${REASON}`, cause);
  return createError('REQUEST_FAILED', { cause, details: REASON });
}
