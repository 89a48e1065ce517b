import type { BaseError } from '../../../core/index.js';

/** Up to this many seconds are a moment, which needs no time of day. */
const MOMENT = 120;

/** Whether a limit of the wallet's services refuses logins for so long that the visitor needs to know the time, and what helps. */
export function isLongLimit({ code, context }: BaseError): boolean {
  return code === 'RATE_LIMITED' && Number(context.retryAfter ?? 0) > MOMENT;
}
