import { isError } from '../../protocol/BaseError.js';
import { LOST_CODE } from './lostCode.js';

/** Whether an error, or what caused it, is code that did not load, so that the visitor has to reload the page. */
export function isLostCode(error: unknown): boolean {
  return isError(error) && (error.details === LOST_CODE || isLostCode(error.cause));
}
