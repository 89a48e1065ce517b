import { isError } from '../../protocol/BaseError.js';
import type { Latchkit } from '../Latchkit.js';

/** Codes of what is not a fault: a visitor decided, or the host ended the instance. */
const DECISIONS = /REJECTED$|CLOSED$|^DESTROYED$/;

/**
 * Tells of a fault: listeners hear INTERNAL_ERROR, the log keeps it, and where analytics is on the gateway gets a report
 * without secrets [CALL-14]. A visitor's refusal is no fault and is passed over.
 *
 * @param source what was being done, for example `CONNECT`.
 */
export function reportError(kit: Latchkit, source: string, error: unknown): void {
  if (isError(error) && DECISIONS.test(error.code)) return;
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  kit.kernel.emit({
    event: 'INTERNAL_ERROR',
    source,
    errorType: isError(error) ? error.code : name,
    errorMessage: message,
    stackTrace: stack ?? '',
  });
}
