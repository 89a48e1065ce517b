import { connectionError } from '../../protocol/connectionError.js';

/** Settles as `promise` does, unless `signal` aborts first: then rejects with MODAL_CLOSED, and a late result is ignored. */
export function raceAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(connectionError('MODAL_CLOSED'));
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
