import { isError } from '../../protocol/BaseError.js';
import { catalogueError } from '../../protocol/errors.js';
import { RECEIPT_TIMEOUT_MS } from './transactionTimes.js';

/**
 * Returns the result of `look`, within the timeout of one wait. The signal passed to `look` aborts at the timeout or with
 * `signal`.
 *
 * @throws TRANSACTION_TIMEOUT after the timeout; MODAL_CLOSED if `signal` is aborted; REQUEST_FAILED, which wraps errors that are
 * not Latchkit's own.
 */
export function untilSettled<T>(
  look: (signal: AbortSignal) => Promise<T>,
  signal: AbortSignal,
  context?: { readonly hash: string },
): Promise<T> {
  const limit = new AbortController();
  return new Promise<T>((resolve, reject) => {
    const leave = () => reject(catalogueError('MODAL_CLOSED'));
    const timer = setTimeout(
      () => reject(catalogueError('TRANSACTION_TIMEOUT', { context })),
      RECEIPT_TIMEOUT_MS,
    );
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true, signal: limit.signal });
    limit.signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
    look(limit.signal).then(resolve, (cause: unknown) =>
      reject(isError(cause) ? cause : catalogueError('REQUEST_FAILED', { cause })),
    );
  }).finally(() => limit.abort());
}
