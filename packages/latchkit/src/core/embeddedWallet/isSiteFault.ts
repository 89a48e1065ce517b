import type { BaseError } from '../../protocol/BaseError.js';

/**
 * Whether the wallet page did not load because of how the site is set up: no wallet service answers at its address, or a policy blocks
 * it. A visitor without a network is told so instead.
 */
export function isSiteFault({ code, context }: BaseError): boolean {
  return code === 'FRAME_LOAD_FAILED' && context.reason !== undefined && navigator.onLine !== false;
}
