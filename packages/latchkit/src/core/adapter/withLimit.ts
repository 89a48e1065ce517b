import { catalogueError } from '../../protocol/errors.js';

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
    const timer = setTimeout(() => settle(() => reject(catalogueError('REQUEST_TIMEOUT'))), LIMIT_MS);
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
