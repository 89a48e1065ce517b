import { createError } from '../../protocol/errors.js';

/** Settles as `promise` does, unless `signal` aborts first: then rejects with MODAL_CLOSED, and a late result is ignored. */
export function raceAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(createError('MODAL_CLOSED'));
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

/** The result of `promise`, or `late` after the given number of milliseconds; a later result is ignored. */
export function withDeadline<T, L>(promise: Promise<T>, milliseconds: number, late: L): Promise<T | L> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(late), milliseconds);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Timeout of one step of a host's own sign-in, in ms, so that every caller gets a result. */
const LIMIT_MS = 20_000;

/**
 * Settles as `answer` does.
 *
 * @throws REQUEST_TIMEOUT after 20 s; the abort reason of `signal`.
 */
export function withLimit<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => settle(() => reject(signal.reason));
    const timer = setTimeout(() => settle(() => reject(createError('REQUEST_TIMEOUT'))), LIMIT_MS);
    const settle = (act: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', leave);
      act();
    };
    if (signal.aborted) return leave();
    signal.addEventListener('abort', leave, { once: true });
    answer.then(
      value => settle(() => resolve(value)),
      (cause: unknown) => settle(() => reject(cause)),
    );
  });
}

/** Resolves after the given number of milliseconds. @throws MODAL_CLOSED as soon as `signal`, if given, is aborted. */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer);
      reject(createError('MODAL_CLOSED'));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', leave);
      resolve();
    }, milliseconds);
    if (signal?.aborted) leave();
    else signal?.addEventListener('abort', leave, { once: true });
  });
}

/** Wallets that a page discovers one by one. */
interface Discovery<T> {
  find(id: string): T | undefined;
  /** Discovers again. */
  refresh(): void;
  /** @returns a function that unsubscribes. */
  onChange(listener: () => void): () => void;
}

/** The wallet with this id, as soon as it is discovered; undefined after `timeout` ms, or when `signal` is aborted. */
export function untilDiscovered<T>(
  discovery: Discovery<T>,
  id: string,
  { timeout, interval, signal }: { timeout: number; interval: number; signal: AbortSignal },
): Promise<T | undefined> {
  const known = discovery.find(id);
  if (known) return Promise.resolve(known);
  return new Promise(resolve => {
    const settle = (found: T | undefined) => {
      clearTimeout(timer);
      clearInterval(again);
      stop();
      signal.removeEventListener('abort', leave);
      resolve(found);
    };
    const leave = () => settle(undefined);
    signal.addEventListener('abort', leave, { once: true });
    const timer = setTimeout(leave, timeout);
    // Some wallets, for example of in-app browsers, are injected late, without an event.
    const again = setInterval(() => discovery.refresh(), interval);
    const stop = discovery.onChange(() => {
      const found = discovery.find(id);
      if (found) settle(found);
    });
    discovery.refresh();
  });
}
