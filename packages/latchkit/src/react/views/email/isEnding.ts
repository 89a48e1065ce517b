import type { BaseError } from '../../../core/index.js';

/** After which errors a login cannot be gone on with: only a new one leads anywhere. */
const ENDING: readonly string[] = ['DEVICE_DENIED', 'FROZEN', 'LOCKED', 'RECOVERY_DELAYED'];

/** Whether a login or a change has ended with this error. */
export function isEnding(error: BaseError | undefined): boolean {
  return error !== undefined && ENDING.includes(error.code);
}
