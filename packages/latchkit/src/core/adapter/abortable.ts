import { connectionError } from '../../protocol/connectionError.js';

/** The answer of `promise`, unless `signal` is aborted first: then MODAL_CLOSED, and a late answer is ignored. */
export function raceAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(connectionError('MODAL_CLOSED'));
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
