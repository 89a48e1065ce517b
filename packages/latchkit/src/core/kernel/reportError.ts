import { isError } from '../../protocol/BaseError.js';
import type { Latchkit } from '../Latchkit.js';

/** Codes that are not errors of the code: the visitor's decision, or the host destroyed the instance. */
const DECISIONS = /REJECTED$|CLOSED$|^DESTROYED$/;

/**
 * Reports an error: emits INTERNAL_ERROR, logs it and, if analytics is on, sends the gateway a report without secrets. A
 * visitor's refusal is not reported.
 *
 * @param source - The operation that failed, for example `CONNECT`.
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
