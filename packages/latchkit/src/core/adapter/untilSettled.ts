import { BaseError, isError } from '../../protocol/BaseError.js';
import { createError } from '../../protocol/errors.js';
import { sleep } from './abortable.js';

/**
 * Returns the result of `look`, within `timeout` ms. The signal passed to `look` aborts at the timeout or with
 * `signal`.
 *
 * @throws TRANSACTION_TIMEOUT after the timeout; MODAL_CLOSED if `signal` is aborted; REQUEST_FAILED, which wraps errors that are
 * not Latchkit's own.
 */
export function untilSettled<T>(
  look: (signal: AbortSignal) => Promise<T>,
  signal: AbortSignal,
  context?: { readonly hash: string },
  timeout = RECEIPT_TIMEOUT_MS,
): Promise<T> {
  const limit = new AbortController();
  return new Promise<T>((resolve, reject) => {
    const leave = () => reject(createError('MODAL_CLOSED'));
    const timer = setTimeout(
      () =>
        reject(
          new BaseError('TRANSACTION_TIMEOUT', 'The transaction was not confirmed in time', { context }),
        ),
      timeout,
    );
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true, signal: limit.signal });
    limit.signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
    look(limit.signal).then(resolve, (cause: unknown) =>
      reject(isError(cause) ? cause : createError('REQUEST_FAILED', { cause })),
    );
  }).finally(() => limit.abort());
}

/**
 * Reads from a chain and retries a failed read up to 6 times: after 200, 400, 800, 1600, 3200 and 6400 ms.
 *
 * @throws The last attempt's error; MODAL_CLOSED if `signal` is aborted in between.
 */
export async function retryRead<T>(read: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let failures = 0; ; failures++) {
    try {
      return await read();
    } catch (error) {
      if (failures === READ_RETRIES) throw error;
      await sleep(READ_RETRY_MS * 2 ** failures, signal);
    }
  }
}

/** Timeout of one wait for a transaction, in ms. It may settle later. */
const RECEIPT_TIMEOUT_MS = 25_000;

/** Number of retries of a failed read, and the first delay in ms; each delay doubles. */
const READ_RETRIES = 6;

const READ_RETRY_MS = 200;
